import { useContext } from 'react'
import { visuallyHidden } from '../styles/shared.css.ts'
import { shellTexts as texts } from '../texts/shell.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { ShopLogoContext } from '../ui/shop-mark/shop-mark.tsx'
import { logo } from './logo.css.ts'

/** The shop's logo, else its name, its last word in bold; the demo has both. A link to the home page. */
export function Logo({ shopName }: { shopName: string }) {
  const picture = useContext(ShopLogoContext)
  if (picture)
    return (
      <a className={logo} href="/">
        <img {...picture} alt={shopName} />
        <span className={visuallyHidden}>{texts.homePage}</span>
      </a>
    )
  const words = shopName.trim().split(/\s+/)
  const lastWord = words.pop()
  return (
    <a className={logo} href="/">
      {picture === undefined && <Icon name="logo" />}
      <span>
        {words.length > 0 && `${words.join(' ')} `}
        <b>{lastWord}</b>
        <span className={visuallyHidden}>{texts.homePage}</span>
      </span>
    </a>
  )
}
