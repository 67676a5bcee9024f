import KeenSlider from 'keen-slider'
import { slidingList } from './gallery.css.ts'

/**
 * Turns the scrolling list of pictures into a slider, in the same place and size.
 * @returns functions to show a picture by its index, and to turn the slider back into a list
 */
export function startSlider(list: HTMLElement, onChange: (index: number) => void) {
  list.classList.add(slidingList)
  const slider = new KeenSlider(list, {
    selector: ':scope > li',
    slides: { perView: 1, spacing: 8 },
    slideChanged: ({ track }) => onChange(track.details.rel),
  })
  const handleKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') slider.next()
    if (key === 'ArrowLeft') slider.prev()
  }
  list.addEventListener('keydown', handleKeyDown)
  return {
    show: (index: number) => slider.moveToIdx(index),
    stop() {
      list.removeEventListener('keydown', handleKeyDown)
      slider.destroy()
      list.classList.remove(slidingList)
    },
  }
}
