import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { shellTexts as texts } from '../texts/shell.ts'
import { Categories } from './categories.tsx'
import { focusFirstLink, type HeaderPanel } from './header-panel.ts'
import { MiniBag, type MiniBagProps } from './mini-bag.tsx'
import * as css from './shell-extras.css.ts'

/** The panel below the header. */
export function Panel({ panel }: { panel: HeaderPanel }) {
  const { takesFocus = false } = panel
  return (
    <div className={panel.kind === 'bag' ? css.panel : `${css.panel} ${css.wide}`} data-header-panel>
      {panel.kind === 'bag' ? (
        <Bag takesFocus={takesFocus} />
      ) : (
        <Categories only={panel.href} takesFocus={takesFocus} />
      )}
    </div>
  )
}

function Bag({ takesFocus }: { takesFocus: boolean }) {
  const { load, data } = useFetcher<MiniBagProps>({ key: 'mini-bag' })
  useEffect(() => load('/mini-sacola'), [load])
  useEffect(() => {
    if (data && takesFocus) focusFirstLink()
  }, [data, takesFocus])
  return data ? <MiniBag {...data} /> : <p>{texts.loading}</p>
}
