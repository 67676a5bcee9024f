import type { Prescription } from '#server/prescriptions/prescription.ts'
import { row } from '../styles/shared.css.ts'
import { backofficePrescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import { Panel } from '../ui/panel/panel.tsx'
import * as css from './prescription.css.ts'

interface PrescriptionPictureProps {
  part: Prescription['parts'][number]
  fileHref: string
  pagePath: string
}

/** A part's file as a picture; its links enlarge and turn it by `:target` alone. */
export function PrescriptionPicture({ part, fileHref, pagePath }: PrescriptionPictureProps) {
  if (part.fileType === null)
    return (
      <Panel title={texts.file}>
        <p>{texts.noFile}</p>
      </Panel>
    )
  return (
    <Panel hiddenTitle={texts.file}>
      <div className={row}>
        <a href={`${pagePath}#ampliar-${part.id}`}>{texts.zoom}</a>
        <a href={`${pagePath}#girar-${part.id}`}>{texts.rotate}</a>
        <a href={`${pagePath}#arquivo-${part.id}`}>{texts.originalSize}</a>
        <a href={fileHref} target="_blank" rel="noreferrer">
          {texts.newWindow}
        </a>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must, too */}
      <figure className={css.documentViewer} id={`arquivo-${part.id}`} tabIndex={0} aria-label={texts.file}>
        <i id={`ampliar-${part.id}`} data-zoom="" />
        <i id={`girar-${part.id}`} data-turn="" />
        <img src={fileHref} alt={texts.fileAlt(part.patient)} />
      </figure>
    </Panel>
  )
}
