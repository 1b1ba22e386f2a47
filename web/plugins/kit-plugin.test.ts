// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SVELTE } from '../src/kit/version.ts'
import { SHARED, sharedFile } from './kit-plugin.ts'

test('a new version of Svelte needs a new version of the kit', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>
  }
  expect(devDependencies.svelte, 'raise TABLE_API, and change SVELTE, in src/kit/version.ts').toBe(SVELTE)
})

test('shared modules have different files, which name the version of the kit', () => {
  const files = SHARED.map(sharedFile)
  expect(new Set(files).size).toBe(SHARED.length)
  expect(files).toContain('kit/1/kit.js')
  expect(files).toContain('kit/1/svelte.internal.client.js')
})
