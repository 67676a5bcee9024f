import { phoneHref } from './phone-href.ts'
import { whole } from './running-text.css.ts'

const email = /[^\s@,;]+@[\w.-]+\w/
const phone = /\(\d\d\) \d{4,5}-\d{4}|0\d00 \d{3} \d{4}/
/** Numbers and hours with a hyphen or a dash in them, initials with one, and "e-mail". */
const oneWord = /[^\s(]*\d[^\s(]*[-–]\S*\w|[A-Z]{2,}-\w+|[Ee]-mails?/
const parts = new RegExp(`(${[email, phone, oneWord].map(({ source }) => source).join('|')})`)

/** A sentence to read: e-mails and phones are links, and what reads as one word is not broken at its hyphen. */
export function RunningText({ text }: { text: string }) {
  return text.split(parts).map((part, place) => {
    const key = `${place} ${part}`
    // Every second part is what was looked for.
    if (place % 2 === 0) return part
    if (part.includes('@')) {
      return (
        <a key={key} href={`mailto:${part}`}>
          {part}
        </a>
      )
    }
    if (phone.test(part)) {
      return (
        <a key={key} className={whole} href={phoneHref(part)}>
          {part}
        </a>
      )
    }
    return (
      <span key={key} className={whole}>
        {part}
      </span>
    )
  })
}
