import { noWrap } from './linkified-text.css.ts'
import { toPhoneHref } from './phone-href.ts'

const emailPattern = /[^\s@,;]+@[\w.-]+\w/
const phonePattern = /\(\d\d\) \d{4,5}-\d{4}|0\d00 \d{3} \d{4}/
/** Numbers and hours with a hyphen or a dash, initials with a hyphen, and "e-mail". */
const noWrapPattern = /[^\s(]*\d[^\s(]*[-–]\S*\w|[A-Z]{2,}-\w+|[Ee]-mails?/
const segmentPattern = new RegExp(
  `(${[emailPattern, phonePattern, noWrapPattern].map(({ source }) => source).join('|')})`,
)

/** Text in which e-mails and phone numbers are links, and hyphenated numbers and words are not broken. */
export function LinkifiedText({ text }: { text: string }) {
  return text.split(segmentPattern).map((segment, index) => {
    const key = `${index} ${segment}`
    // Split by a capturing group: every second part is a match.
    if (index % 2 === 0) return segment
    if (segment.includes('@')) {
      return (
        <a key={key} href={`mailto:${segment}`}>
          {segment}
        </a>
      )
    }
    if (phonePattern.test(segment)) {
      return (
        <a key={key} className={noWrap} href={toPhoneHref(segment)}>
          {segment}
        </a>
      )
    }
    return (
      <span key={key} className={noWrap}>
        {segment}
      </span>
    )
  })
}
