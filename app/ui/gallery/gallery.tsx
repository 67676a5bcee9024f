import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { isPlainClick } from '../../client/plain-click.ts'
import { visuallyHidden } from '../../styles/shared.css.ts'
import { componentTexts as texts } from '../../texts/components.ts'
import { Picture } from '../picture/picture.tsx'
import * as css from './gallery.css.ts'

/** If it fails to load (`client/fetch-errors.ts`), the pictures stay a scrolling list. */
const loadSliderModule = (): Promise<typeof import('./gallery-slider.ts') | undefined> =>
  import('./gallery-slider.ts').catch(() => undefined)

/**
 * A product's pictures: the first one loads with priority, the others lazily. Several pictures have thumbnails, which link
 * to them, and become a slider with scripts, whose chunk is loaded only then.
 */
export function Gallery({ pictures }: { pictures: { key: string; alt: string }[] }) {
  const hasSeveralPictures = pictures.length > 1
  const listRef = useRef<HTMLUListElement>(null)
  const sliderRef = useRef<{ show(index: number): void; stop(): void } | null>(null)
  const [currentIndex, setCurrentIndex] = useState<number | null>(null)

  useEffect(() => {
    let isUnmounted = false
    if (hasSeveralPictures) {
      void loadSliderModule().then((sliderModule) => {
        if (!sliderModule || isUnmounted || !listRef.current) return
        sliderRef.current = sliderModule.startSlider(listRef.current, setCurrentIndex)
        setCurrentIndex(0)
      })
    }
    return () => {
      isUnmounted = true
      sliderRef.current?.stop()
      sliderRef.current = null
    }
  }, [hasSeveralPictures])

  const createClickHandler = (index: number) => (event: MouseEvent) => {
    if (!sliderRef.current || !isPlainClick(event)) return
    event.preventDefault()
    sliderRef.current.show(index)
  }
  return (
    <div data-enhanced>
      <div className={css.viewport}>
        <ul
          className={css.pictures}
          ref={listRef}
          aria-label={texts.pictures}
          tabIndex={hasSeveralPictures ? 0 : undefined}
        >
          {pictures.map(({ key, alt }, index) => (
            <li key={key} id={`foto-${index + 1}`}>
              <Picture pictureKey={key} width={400} alt={alt} isEager={index === 0} />
            </li>
          ))}
        </ul>
      </div>
      {hasSeveralPictures && (
        <div className={css.thumbnails}>
          {pictures.map(({ key }, index) => [
            <a
              key={key}
              href={`#foto-${index + 1}`}
              aria-current={index === currentIndex || undefined}
              onClick={createClickHandler(index)}
            >
              <Picture pictureKey={key} width={80} alt="" />
              <span className={visuallyHidden}>{texts.pictureLabel(index + 1, pictures.length)}</span>
            </a>,
            ' ',
          ])}
        </div>
      )}
    </div>
  )
}
