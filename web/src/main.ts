// shared styles first, so that components can override them
import './look/tokens.css'
import './look/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { registerServiceWorker } from './app/service-worker.ts'
import { games } from './games/index.ts'
import { adoptColours } from './look/palette-css.ts'
import './look/theme.svelte.ts'

adoptColours(games.values())
const target = document.getElementById('app')
if (target) mount(App, { target })
registerServiceWorker()
