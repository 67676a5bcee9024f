import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { shellTexts as texts } from '../../texts/shell.ts'
import { Categories } from './categories.tsx'
import type { HeaderPanel } from './header-panel.ts'
import { MiniBag, type MiniBagProps } from './mini-bag.tsx'
import * as css from './shell-extras.css.ts'

/** The panel below the header. */
export function Panel({ panel, onClose }: { panel: HeaderPanel; onClose: () => void }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only catches Escape from the links inside
    <div
      className={panel.kind === 'bag' ? css.panel : `${css.panel} ${css.wide}`}
      data-header-panel
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      {panel.kind === 'bag' ? <Bag /> : <Categories only={panel.href} />}
    </div>
  )
}

function Bag() {
  const { load, data } = useFetcher<MiniBagProps>({ key: 'mini-bag' })
  useEffect(() => load('/mini-sacola'), [load])
  return data ? <MiniBag {...data} /> : <p>{texts.loading}</p>
}
