/** Icons of the pages outside tables. */
import { type IconDrawing, lines } from '../look/icons.ts'

export const tune: IconDrawing = {
  line: 'M4 7.5h8M18.5 7.5H20M4 16.5h1.5M12 16.5h8',
  fill: 'M12.6 7.5a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 0 1-5.2 0ZM6.2 16.5a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 0 1-5.2 0Z',
}
export const share = lines('M12 14.5V3.5M8 7l4-4 4 4M6.5 10.5H5v10h14v-10h-1.5')
export const clock = lines('M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17ZM12 7.5v5l3.5 2')
export const device = lines(
  'M8 2.8h8a1.5 1.5 0 0 1 1.5 1.5v15.4a1.5 1.5 0 0 1-1.5 1.5H8a1.5 1.5 0 0 1-1.5-1.5V4.3A1.5 1.5 0 0 1 8 2.8ZM11 18.2h2',
)
