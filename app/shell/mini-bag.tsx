import { spreadRow } from '../styles/shared.css.ts'
import { formatMoney } from '../texts/format.ts'
import { shellTexts as texts } from '../texts/shell.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { miniBagLines as linesClass } from './shell-extras.css.ts'

export type MiniBagProps = {
  lines: { id: number; name: string; href: string; quantity: number; totalCents: number }[]
  /** What left the bag meanwhile, as messages. */
  stockChanges: string[]
  /** Lines that don't fit. */
  hiddenLineCount: number
  totalCents: number
}

export function MiniBag({ stockChanges, lines, hiddenLineCount, totalCents }: MiniBagProps) {
  const stockChangeParagraphs = stockChanges.map((message) => <p key={message}>{message}</p>)
  if (lines.length === 0) {
    return (
      <>
        {stockChangeParagraphs}
        <p>{texts.miniBagEmpty}</p>
      </>
    )
  }
  return (
    <>
      {stockChangeParagraphs}
      <ul className={linesClass}>
        {lines.map(({ id, name, href, quantity, totalCents }) => (
          <li key={id}>
            <span>
              {`${quantity} × `}
              <a href={href}>{name}</a>
            </span>
            <b>{formatMoney(totalCents)}</b>
          </li>
        ))}
        {hiddenLineCount > 0 && <li>{texts.miniBagMoreLines(hiddenLineCount)}</li>}
      </ul>
      <p className={spreadRow}>
        <span>{texts.miniBagTotal}</span> <b>{formatMoney(totalCents)}</b>
      </p>
      <ButtonLink size="big" href="/checkout/sacola">
        {texts.openBag}
      </ButtonLink>
    </>
  )
}
