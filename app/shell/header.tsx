import { SearchBox } from '../search/search-box.tsx'
import { container, visuallyHidden } from '../styles/shared.css.ts'
import { formatZipcode } from '../texts/format.ts'
import { shellTexts as texts } from '../texts/shell.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { createLazyComponent } from '../ui/lazy-component/lazy-component.tsx'
import { Menu } from '../ui/menu/menu.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './header.css.ts'
import { useHeaderPanel } from './header-panel.ts'
import { Logo } from './logo.tsx'

// Each chunk is loaded when it is first opened.
const BagPanel = createLazyComponent(
  () => import('./bag-panel.tsx'),
  ({ BagPanel }) => BagPanel,
)
const CategoryPanel = createLazyComponent(
  () => import('./category-panel.tsx'),
  ({ CategoryPanel }) => CategoryPanel,
)

export type HeaderCategory = { id: number; name: string; href: string }

export type HeaderVisitor = {
  /** Null when not signed in. */
  firstName: string | null
  /** Eight digits; null before one was given. */
  zipcode: string | null
  isOutsideCoverage: boolean
  neighborhood?: string | null | undefined
  bagUnitCount: number
  /** Null when not signed in: favourites are then not shown. */
  favouriteCount: number | null
  isBenefitUser: boolean
}

export type HeaderProps = {
  shopName: string
  categories: HeaderCategory[]
  /** The search words, on a page of results. */
  searchText?: string | undefined
  visitor: HeaderVisitor
  /** The path of this page, without its query. */
  currentPath: string
  pharmacistChatHref: string
}

type CategoryLinksProps = Pick<HeaderProps, 'categories' | 'pharmacistChatHref'> & {
  currentCategoryHref?: string | undefined
}

const allCategoriesPath = '/categorias'

/** The header shows six categories, each once, in the shop's order (specification, sections 2 and 9). */
export function pickHeaderCategories(categories: HeaderCategory[]): HeaderCategory[] {
  return [...new Map(categories.map((category) => [category.id, category])).values()].slice(0, 6)
}

export function Header({ shopName, categories, searchText, visitor, currentPath, pharmacistChatHref }: HeaderProps) {
  const { panel, listeners } = useHeaderPanel(visitor.bagUnitCount)
  const topCategories = pickHeaderCategories(categories)
  const currentCategoryHref = [allCategoriesPath, ...topCategories.map(({ href }) => href)].find(
    (href) => href === currentPath,
  )
  return (
    <header className={css.header} {...listeners}>
      <div className={container}>
        <a className={`${css.headerAction} ${css.menuLink}`} href={allCategoriesPath}>
          <Icon name="menu" />
          <HiddenLabel>{texts.categories}</HiddenLabel>
        </a>{' '}
        <Logo shopName={shopName} /> <SearchBox searchText={searchText} />
        <div className={css.headerActions}>
          <ZipcodeLink className={css.headerAction} {...visitor} />{' '}
          {visitor.firstName === null ? (
            <a className={`${css.headerAction} ${css.hiddenOnPhones}`} href="/login">
              <Icon name="user" />
              <TwoLineLabel lines={texts.signIn} />
            </a>
          ) : (
            <AccountMenu firstName={visitor.firstName} isBenefitUser={visitor.isBenefitUser} />
          )}
          {visitor.favouriteCount !== null && (
            <a className={`${css.headerAction} ${css.hiddenOnPhones}`} href="/favoritos">
              <Icon name="heart" />
              <HiddenLabel>{texts.favouritesLabel(visitor.favouriteCount)}</HiddenLabel>
              <CountBadge count={visitor.favouriteCount} />
            </a>
          )}{' '}
          <a className={css.headerAction} href="/checkout/sacola">
            <Icon name="bag" />
            <HiddenLabel>{texts.bagLabel(visitor.bagUnitCount)}</HiddenLabel>
            <CountBadge count={visitor.bagUnitCount} />
          </a>
        </div>
      </div>
      <nav className={`${css.categoryNav} ${container}`} aria-label={texts.categories}>
        <CategoryLinks
          categories={topCategories}
          currentCategoryHref={currentCategoryHref}
          pharmacistChatHref={pharmacistChatHref}
        />
      </nav>
      {panel?.kind === 'bag' && <BagPanel autoFocus={panel.autoFocus} />}
      {panel?.kind === 'category' && <CategoryPanel href={panel.href} autoFocus={panel.autoFocus} />}
    </header>
  )
}

function CategoryLinks({ categories, currentCategoryHref, pharmacistChatHref }: CategoryLinksProps) {
  return (
    <ul>
      <li>
        <a href={allCategoriesPath} aria-current={currentCategoryHref === allCategoriesPath ? 'page' : undefined}>
          <Icon name="menu" />
          {texts.categories}
        </a>
      </li>
      {categories.map(({ id, name, href }) => (
        <li key={id}>
          <a href={href} aria-current={href === currentCategoryHref ? 'page' : undefined}>
            {name}
          </a>
        </li>
      ))}
      <li>
        <a href={pharmacistChatHref}>
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
function CountBadge({ count }: { count: number }) {
  return count > 0 && <b aria-hidden="true">{` ${count}`}</b>
}

type ZipcodeLinkProps = Pick<HeaderVisitor, 'zipcode' | 'isOutsideCoverage' | 'neighborhood'> & { className: string }

export function ZipcodeLink({ zipcode, isOutsideCoverage, neighborhood, className }: ZipcodeLinkProps) {
  const formattedZipcode = zipcode && formatZipcode(zipcode)
  const lines = isOutsideCoverage
    ? [texts.uncoveredZipcode, formattedZipcode ?? '']
    : formattedZipcode
      ? [neighborhood || texts.deliverTo, formattedZipcode]
      : texts.enterZipcode
  return (
    <a
      className={isOutsideCoverage ? `${className} ${css.uncoveredZipcode}` : className}
      href="/cep"
      aria-label={`${lines.join(' ')}${formattedZipcode ? `. ${texts.changeZipcode}` : ''}`}
      data-enhanced
    >
      <Icon name={isOutsideCoverage ? 'pin-off' : 'pin'} />
      <TwoLineLabel lines={lines} />
    </a>
  )
}

function AccountMenu({ firstName, isBenefitUser }: { firstName: string; isBenefitUser: boolean }) {
  return (
    <Menu
      className={css.hiddenOnPhones}
      summary={
        <>
          <Icon name="user" />
          <TwoLineLabel lines={[texts.greeting(firstName), texts.account]} />
        </>
      }
      summaryProps={{ className: css.headerAction }}
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

function TwoLineLabel({ lines: [firstLine, secondLine] }: { lines: string[] }) {
  return (
    <span>
      <small>{firstLine}</small> <b>{secondLine}</b>
    </span>
  )
}
