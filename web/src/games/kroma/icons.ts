import { lines } from '../../look/icons.ts'

export const ICONS = {
  left: lines('M14.5 5.5 8 12l6.5 6.5'),
  right: lines('M9.5 5.5 16 12l-6.5 6.5'),
  turnLeft: lines('M4.5 4.5v5h5M5 9.5a8 8 0 1 1-1 4.5'),
  turnRight: lines('M19.5 4.5v5h-5M19 9.5a8 8 0 1 0 1 4.5'),
  flip: lines('M12 3.5v17M9 7.5v9.5H3.5ZM15 7.5v9.5h5.5Z'),
}
