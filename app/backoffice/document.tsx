import type { ReactNode } from 'react'
import type { Palette } from '#server/platform/colour.ts'
import type { Actor } from '#server/staff/roles.ts'
import type { FlashMessage } from '../http/cookie-values.server.ts'
import { container, outdent, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeTexts as texts } from '../texts/backoffice/frame.ts'
import { formatTime } from '../texts/dates.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Icon } from '../ui/icon/icon.tsx'
import { Message } from '../ui/message/message.tsx'
import * as css from './document.css.ts'
import { IntentButton } from './intent-button.tsx'
import '../styles/reset.css.ts'
import { PageAccountContext, PostForm } from '../ui/post-form/post-form.tsx'
import { type LogoPicture, ShopLogoContext, ShopMark } from '../ui/shop-mark/shop-mark.tsx'

/** What surrounds a signed-in page. */
export interface LayoutData {
  actor: Actor
  /** What the actor may see, in order. */
  navLinks: {
    name: string
    href: string
    count?: number | undefined
    /** A page of another address that is one of its tabs. */
    tabPath?: string
  }[]
  accountMenuLinks: { name: string; href: string }[]
  sessionEndsAt: Date
  /** Whether the shop was restored and does nothing by itself yet. */
  isAtRest: boolean
}

interface DocumentProps {
  title: string
  shopName: string
  shopLogo: LogoPicture | null | undefined
  /** The shop's own colours; null for the green. */
  themeCss: string | null
  /** The back office's own path: '/balcao'. */
  rootPath: string
  currentPath: string
  /** The style sheet; null in development, where a script brings it. */
  stylesheet: string | null
  layoutData: LayoutData | null
  flash: FlashMessage | null
  /** After which time the page reloads, and from where. */
  refresh?: { seconds: number; href: string } | undefined
  /** An extra skip link's target, text and access key, before all others. */
  skipLink?: { id: string; text: string; accessKey: string } | undefined
  /** Identifies the account that the page was rendered for. */
  accountTag: string | undefined
  /** Inline script of the page; runs once, after the page is there. */
  script?: string | undefined
  children: ReactNode
}

/** A page of the back office, before it is rendered. */
export interface View extends Pick<DocumentProps, 'refresh' | 'skipLink' | 'script'> {
  title: string
  /** Where it is not the title. */
  heading?: ReactNode
  /** Beside the heading. */
  header?: ReactNode
  /** Stands below the heading and what is wrong with a form. */
  content?: ReactNode
  /** Of a page of another shape: all of it. */
  body?: ReactNode
  /** A field that keeps the focus, where a form was refused (`FormErrors`). */
  focusedField?: string | undefined
  status?: number
  headers?: HeadersInit
  /** In place of the shop's own. */
  palette?: Palette | null | undefined
}

/** A whole page of the back office, as HTML without scripts: nothing of it is in the shop's bundles. */
export function BackofficeDocument(props: DocumentProps) {
  const { title, shopName, shopLogo, themeCss, stylesheet, layoutData, flash, refresh, skipLink, script, accountTag } =
    props
  return (
    <ShopLogoContext.Provider value={shopLogo}>
      <PageAccountContext.Provider value={accountTag}>
        <html lang="pt-BR">
          <head>
            <meta charSet="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="robots" content="noindex" />
            {refresh && <meta httpEquiv="refresh" content={`${refresh.seconds}; url=${refresh.href}`} />}
            <title>{texts.title(title, shopName)}</title>
            <link rel="icon" href="/favicon.svg" />
            {stylesheet && <link rel="stylesheet" href={stylesheet} />}
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own roles and colours */}
            {themeCss && <style dangerouslySetInnerHTML={{ __html: themeCss }} />}
            {!stylesheet && <script type="module" src="/app/backoffice/development-styles.ts" />}
          </head>
          <body className={css.page}>
            {skipLink && (
              // biome-ignore lint/a11y/noAccessKey: the back office's one shortcut, which its page mentions; the link works without it
              <a className={css.skipLink} href={`#${skipLink.id}`} accessKey={skipLink.accessKey}>
                {skipLink.text}
              </a>
            )}
            <a className={css.skipLink} href="#conteudo">
              {texts.skipToContent}
            </a>
            {layoutData && <Header {...props} layoutData={layoutData} />}
            <main className={`${container} ${css.main}`} id="conteudo" tabIndex={-1}>
              {layoutData?.isAtRest && (
                <Message tone="warn">
                  <p>{texts.atRest}</p>
                </Message>
              )}
              {flash && flash.messages.length > 0 && (
                <Message tone={flash.tone} role="status">
                  {flash.messages.map((message) => (
                    <p key={message}>{message}</p>
                  ))}
                </Message>
              )}
              {props.children}
            </main>
            <footer className={css.footer}>
              <div className={container}>
                {layoutData && texts.sessionEndHint(formatTime(layoutData.sessionEndsAt))}{' '}
                <a href="/">{texts.goToShop}</a>
              </div>
            </footer>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script */}
            {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
          </body>
        </html>
      </PageAccountContext.Provider>
    </ShopLogoContext.Provider>
  )
}

function Header({ shopName, shopLogo, rootPath, currentPath, layoutData }: DocumentProps & { layoutData: LayoutData }) {
  const isCurrent = (href: string) => currentPath === href || (href !== rootPath && currentPath.startsWith(`${href}/`))
  return (
    <header className={css.header}>
      <div className={`${container} ${css.headerGrid}`}>
        <a className={css.logo} href={rootPath} aria-label={texts.home(shopName)}>
          {shopLogo ? <img {...shopLogo} alt="" /> : <ShopMark />}
          {texts.name}
        </a>
        <nav className={css.nav} aria-label={texts.name}>
          {layoutData.navLinks.map(({ name, href, count, tabPath }) => (
            <a key={href} href={href} aria-current={isCurrent(href) || currentPath === tabPath ? 'page' : undefined}>
              {name} {Boolean(count) && <b>{count}</b>}
            </a>
          ))}
        </nav>
        <form className={css.searchForm} action={rootPath}>
          <TextField
            id="busca-pedido"
            label={<span className={visuallyHidden}>{texts.search}</span>}
            name="busca"
            type="search"
            placeholder={texts.searchHint}
            actionButton={
              <Button variant="outline" size="icon" aria-label={texts.searchSubmit}>
                <Icon name="search" />
              </Button>
            }
          />
        </form>
        <details className={css.accountMenu}>
          <summary>
            <span>
              {layoutData.actor.name} <small>{formatRole(layoutData.actor)}</small>
            </span>
            <Icon name="down" />
          </summary>
          <div>
            {layoutData.accountMenuLinks.map(({ name, href }) => (
              <a key={href} href={href}>
                {name}
              </a>
            ))}
            <PostForm action={rootPath} className={outdent}>
              <IntentButton intent="sair" label={texts.signOut} variant="text" />
            </PostForm>
          </div>
        </details>
      </div>
    </header>
  )
}

export function formatRole({ role, crf }: Pick<Actor, 'role' | 'crf'>): string {
  const name = role === 'operator' ? '' : texts.roles[role]
  return crf === null ? name : `${name}, ${texts.crf(crf)}`
}
