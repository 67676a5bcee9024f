import KeenSlider from 'keen-slider'
import { sliding } from './gallery.css.ts'

/**
 * Turns the list of pictures into a slider, in its place and at its size; without scripts it is a list that scrolls.
 * @returns how to show a picture by its place, and how to make it a list again
 */
export function startSlider(list: HTMLElement, onChange: (index: number) => void) {
  list.classList.add(sliding)
  const slider = new KeenSlider(list, {
    selector: ':scope > li',
    slides: { perView: 1, spacing: 8 },
    slideChanged: ({ track }) => onChange(track.details.rel),
  })
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') slider.next()
    if (key === 'ArrowLeft') slider.prev()
  }
  list.addEventListener('keydown', onKey)
  return {
    show: (index: number) => slider.moveToIdx(index),
    stop() {
      list.removeEventListener('keydown', onKey)
      slider.destroy()
      list.classList.remove(sliding)
    },
  }
}
