// the shared styles come first: a component's own ones have the last word
import './look/tokens.css'
import './look/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { registerWorker } from './app/install.ts'
import { games } from './games/index.ts'
import { adoptColours } from './look/palette-css.ts'
import './look/theme.svelte.ts'

adoptColours(games.values())
const target = document.getElementById('app')
if (target) mount(App, { target })
registerWorker()
