import { visuallyHidden } from '../styles/shared.css.ts'
import { shellTexts as texts } from '../texts/shell.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { logo } from './logo.css.ts'

/** The flower and the shop's name, its last word in bold; a link to the home page. */
export function Logo({ shopName }: { shopName: string }) {
  const words = shopName.trim().split(/\s+/)
  const lastWord = words.pop()
  return (
    <a className={logo} href="/">
      <Icon name="logo" />
      <span>
        {words.length > 0 && `${words.join(' ')} `}
        <b>{lastWord}</b>
        <span className={visuallyHidden}>{texts.homePage}</span>
      </span>
    </a>
  )
}
