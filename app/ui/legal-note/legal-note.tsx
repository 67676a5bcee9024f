import { note } from './legal-note.css.ts'

/** Warnings prescribed by law, in the body's size; of several the first is bold (RDC 96/2008). */
export function LegalNote({ sentences }: { sentences: string[] }) {
  return (
    <div className={note}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}
