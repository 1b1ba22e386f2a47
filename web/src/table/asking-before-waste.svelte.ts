/** Whether actions that waste something are asked about first: a preference of this browser. */
import { loadValue, saveValue } from '../app/storage.ts'

const KEY = 'askBeforeWaste'

class AskingBeforeWaste {
  on = $state(loadValue(KEY, true))

  toggle() {
    this.on = !this.on
    saveValue(KEY, this.on)
  }
}

export const askingBeforeWaste = new AskingBeforeWaste()
