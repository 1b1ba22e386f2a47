import { mount } from 'svelte'
import App from './App.svelte'
import './look/tokens.css'
import 'virtual:palette.css'
import './look/base.css'
import './look/theme.svelte.ts'

const target = document.getElementById('app')
if (target) mount(App, { target })
