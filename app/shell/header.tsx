import { SearchBox } from '../search/search-box.tsx'
import { visuallyHidden, wrap } from '../styles/shared.css.ts'
import { formatZipcode } from '../texts/format.ts'
import { shellTexts as texts } from '../texts/shell.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { lazyComponent } from '../ui/lazy-component/lazy-component.tsx'
import { Menu } from '../ui/menu/menu.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './header.css.ts'
import { useHeaderPanel } from './header-panel.ts'
import { Logo } from './logo.tsx'

// Each chunk is loaded when it is first opened.
const BagPanel = lazyComponent(
  () => import('./bag-panel.tsx'),
  ({ BagPanel }) => BagPanel,
)
const CategoryPanel = lazyComponent(
  () => import('./category-panel.tsx'),
  ({ CategoryPanel }) => CategoryPanel,
)

export type HeaderCategory = { id: number; name: string; href: string }

export type HeaderVisitor = {
  /** Null when not signed in. */
  firstName: string | null
  /** Eight digits; null before one was given. */
  zipcode: string | null
  /** The postal code is outside coverage. */
  isOutsideCoverage: boolean
  neighbourhood?: string | null | undefined
  /** Units in the bag. */
  bagCount: number
  /** Null when not signed in: favourites are then not shown. */
  favouritesCount: number | null
  isBenefitUser: boolean
}

export type HeaderProps = {
  shopName: string
  categories: HeaderCategory[]
  /** The search words, on a page of results. */
  search?: string | undefined
  visitor: HeaderVisitor
  /** The path of this page, without its query. */
  currentPath: string
  /** The chat service. */
  helpHref: string
}

type CategoryLinksProps = Pick<HeaderProps, 'categories' | 'helpHref'> & { current?: string | undefined }

const allCategories = '/categorias'

/** The header shows six categories, each once, in the shop's order (specification, sections 2 and 9). */
export function headerCategories(categories: HeaderCategory[]): HeaderCategory[] {
  return [...new Map(categories.map((category) => [category.id, category])).values()].slice(0, 6)
}

export function Header({ shopName, categories, search, visitor, currentPath, helpHref }: HeaderProps) {
  const { panel, listeners } = useHeaderPanel(visitor.bagCount)
  const topCategories = headerCategories(categories)
  const current = [allCategories, ...topCategories.map(({ href }) => href)].find((href) => href === currentPath)
  return (
    <header className={css.header} {...listeners}>
      <div className={wrap}>
        <a className={`${css.action} ${css.menu}`} href={allCategories}>
          <Icon name="menu" />
          <HiddenLabel>{texts.categories}</HiddenLabel>
        </a>{' '}
        <Logo shopName={shopName} /> <SearchBox search={search} />
        <div className={css.actions}>
          <ZipcodeLink {...visitor} />{' '}
          {visitor.firstName === null ? (
            <a className={`${css.action} ${css.wide}`} href="/login">
              <Icon name="user" />
              <TwoLines lines={texts.signIn} />
            </a>
          ) : (
            <AccountMenu firstName={visitor.firstName} isBenefitUser={visitor.isBenefitUser} />
          )}
          {visitor.favouritesCount !== null && (
            <a className={`${css.action} ${css.wide}`} href="/favoritos">
              <Icon name="heart" />
              <HiddenLabel>{texts.favouritesCount(visitor.favouritesCount)}</HiddenLabel>
              <Count units={visitor.favouritesCount} />
            </a>
          )}{' '}
          <a className={css.action} href="/checkout/sacola">
            <Icon name="bag" />
            <HiddenLabel>{texts.bagCount(visitor.bagCount)}</HiddenLabel>
            <Count units={visitor.bagCount} />
          </a>
        </div>
      </div>
      <nav className={`${css.categories} ${wrap}`} aria-label={texts.categories}>
        <CategoryLinks categories={topCategories} current={current} helpHref={helpHref} />
      </nav>
      {panel?.kind === 'bag' && <BagPanel autoFocus={panel.autoFocus} />}
      {panel?.kind === 'category' && <CategoryPanel href={panel.href} autoFocus={panel.autoFocus} />}
    </header>
  )
}

function CategoryLinks({ categories, current, helpHref }: CategoryLinksProps) {
  return (
    <ul>
      <li>
        <a href={allCategories} aria-current={current === allCategories ? 'page' : undefined}>
          <Icon name="menu" />
          {texts.categories}
        </a>
      </li>
      {categories.map(({ id, name, href }) => (
        <li key={id}>
          <a href={href} aria-current={href === current ? 'page' : undefined}>
            {name}
          </a>
        </li>
      ))}
      <li>
        <a href={helpHref}>
          <Icon name="chat" />
          {texts.help}
        </a>
      </li>
    </ul>
  )
}

/** A link's name, where only an icon is seen: text browsers show it, which read no `aria-label`. */
function HiddenLabel({ children }: { children: string }) {
  return <span className={visuallyHidden}>{children}</span>
}

/** The link's name says it already. */
function Count({ units }: { units: number }) {
  return units > 0 && <b aria-hidden="true">{` ${units}`}</b>
}

function ZipcodeLink({ zipcode, isOutsideCoverage, neighbourhood }: HeaderVisitor) {
  const code = zipcode && formatZipcode(zipcode)
  const lines = isOutsideCoverage
    ? [texts.zipcodeInvalid, code ?? '']
    : code
      ? [neighbourhood || texts.zipcodeDeliver, code]
      : texts.zipcodeAsk
  return (
    <a
      className={isOutsideCoverage ? `${css.action} ${css.invalid}` : css.action}
      href="/cep"
      aria-label={`${lines.join(' ')}${code ? `. ${texts.changeZipcode}` : ''}`}
      data-enhanced
    >
      <Icon name={isOutsideCoverage ? 'pin-off' : 'pin'} />
      <TwoLines lines={lines} />
    </a>
  )
}

function AccountMenu({ firstName, isBenefitUser }: { firstName: string; isBenefitUser: boolean }) {
  return (
    <Menu
      className={css.wide}
      summary={
        <>
          <Icon name="user" />
          <TwoLines lines={[texts.hello(firstName), texts.account]} />
        </>
      }
      summaryProps={{ className: css.action }}
    >
      <a href="/minha-conta?section=perfil">
        <Icon name="user" />
        {texts.profile}
      </a>{' '}
      <a href="/minha-conta?section=carteira">
        <Icon name="wallet" />
        {texts.wallet}
      </a>{' '}
      {isBenefitUser && (
        <a href="/minha-conta?section=beneficio">
          <Icon name="tag" />
          {texts.benefit}
        </a>
      )}{' '}
      <a href="/minha-conta?section=pedidos">
        <Icon name="package" />
        {texts.orders}
      </a>{' '}
      <a href="/minha-conta?section=endereco">
        <Icon name="pin" />
        {texts.addresses}
      </a>{' '}
      <PostForm action="/sair">
        <button type="submit">
          <Icon name="exit" />
          {texts.signOut}
        </button>
      </PostForm>
    </Menu>
  )
}

function TwoLines({ lines: [first, second] }: { lines: string[] }) {
  return (
    <span>
      <small>{first}</small> <b>{second}</b>
    </span>
  )
}
