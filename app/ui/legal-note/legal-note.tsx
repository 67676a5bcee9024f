import { legalNote } from './legal-note.css.ts'

/** Warnings prescribed by law, in the body's size; of several the first is bold (RDC 96/2008). */
export function LegalNote({ warnings }: { warnings: string[] }) {
  return (
    <div className={legalNote}>
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </div>
  )
}
