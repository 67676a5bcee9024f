import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { isPlainClick } from '../../client/plain-click.ts'
import { visuallyHidden } from '../../styles/shared.css.ts'
import { componentTexts as texts } from '../../texts/components.ts'
import { Picture } from '../picture/picture.tsx'
import * as css from './gallery.css.ts'

/** If it fails to load (`client/fetch-errors.ts`), the pictures stay a scrolling list. */
const fetchSlider = (): Promise<typeof import('./gallery-slider.ts') | undefined> =>
  import('./gallery-slider.ts').catch(() => undefined)

/**
 * A product's pictures: the first one loads with priority, the others lazily. Several pictures have thumbnails, which link
 * to them, and become a slider with scripts, whose chunk is loaded only then.
 */
export function Gallery({ pictures }: { pictures: { key: string; alt: string }[] }) {
  const hasSeveral = pictures.length > 1
  const list = useRef<HTMLUListElement>(null)
  const slider = useRef<{ show(index: number): void; stop(): void } | null>(null)
  const [current, setCurrent] = useState<number | null>(null)

  useEffect(() => {
    let isUnmounted = false
    if (hasSeveral) {
      void fetchSlider().then((sliderModule) => {
        if (!sliderModule || isUnmounted || !list.current) return
        slider.current = sliderModule.startSlider(list.current, setCurrent)
        setCurrent(0)
      })
    }
    return () => {
      isUnmounted = true
      slider.current?.stop()
      slider.current = null
    }
  }, [hasSeveral])

  const show = (index: number) => (event: MouseEvent) => {
    if (!slider.current || !isPlainClick(event)) return
    event.preventDefault()
    slider.current.show(index)
  }
  return (
    <div data-enhanced>
      <div className={css.view}>
        <ul className={css.pictures} ref={list} aria-label={texts.pictures} tabIndex={hasSeveral ? 0 : undefined}>
          {pictures.map(({ key, alt }, index) => (
            <li key={key} id={`foto-${index + 1}`}>
              <Picture pictureKey={key} width={400} alt={alt} eager={index === 0} />
            </li>
          ))}
        </ul>
      </div>
      {hasSeveral && (
        <div className={css.thumbnails}>
          {pictures.map(({ key }, index) => [
            <a
              key={key}
              href={`#foto-${index + 1}`}
              aria-current={index === current || undefined}
              onClick={show(index)}
            >
              <Picture pictureKey={key} width={80} alt="" />
              <span className={visuallyHidden}>{texts.picture(index + 1, pictures.length)}</span>
            </a>,
            ' ',
          ])}
        </div>
      )}
    </div>
  )
}
