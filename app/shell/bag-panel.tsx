import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { shellTexts as texts } from '../texts/shell.ts'
import { focusFirstPanelLink, type HeaderPanel } from './header-panel.ts'
import { MiniBag, type MiniBagProps } from './mini-bag.tsx'
import { headerPanel } from './shell-extras.css.ts'

/** What is in the bag, below the header. */
export function BagPanel({ autoFocus = false }: Pick<HeaderPanel, 'autoFocus'>) {
  const { load, data } = useFetcher<MiniBagProps>({ key: 'mini-bag' })
  useEffect(() => load('/mini-sacola'), [load])
  useEffect(() => {
    if (data && autoFocus) focusFirstPanelLink()
  }, [data, autoFocus])
  return (
    <div className={headerPanel} data-header-panel>
      {data ? <MiniBag {...data} /> : <p>{texts.loading}</p>}
    </div>
  )
}
