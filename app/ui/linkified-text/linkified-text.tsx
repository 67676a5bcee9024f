import { unbroken } from './linkified-text.css.ts'
import { phoneHref } from './phone-href.ts'

const emailPattern = /[^\s@,;]+@[\w.-]+\w/
const phonePattern = /\(\d\d\) \d{4,5}-\d{4}|0\d00 \d{3} \d{4}/
/** Numbers and hours with a hyphen or a dash, initials with a hyphen, and "e-mail". */
const unbrokenPattern = /[^\s(]*\d[^\s(]*[-–]\S*\w|[A-Z]{2,}-\w+|[Ee]-mails?/
const partPattern = new RegExp(
  `(${[emailPattern, phonePattern, unbrokenPattern].map(({ source }) => source).join('|')})`,
)

/** Text in which e-mails and phone numbers are links, and hyphenated numbers and words are not broken. */
export function LinkifiedText({ text }: { text: string }) {
  return text.split(partPattern).map((part, index) => {
    const key = `${index} ${part}`
    // Split by a capturing group: every second part is a match.
    if (index % 2 === 0) return part
    if (part.includes('@')) {
      return (
        <a key={key} href={`mailto:${part}`}>
          {part}
        </a>
      )
    }
    if (phonePattern.test(part)) {
      return (
        <a key={key} className={unbroken} href={phoneHref(part)}>
          {part}
        </a>
      )
    }
    return (
      <span key={key} className={unbroken}>
        {part}
      </span>
    )
  })
}
