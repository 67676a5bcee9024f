import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { siteOrigin } from '../http/origin.server.ts'
import { isRefusal, noStoreHeaders, refusalPage } from '../http/responses.server.ts'
import { visitorOf } from '../http/visitor.server.ts'
import { noindexMeta } from '../seo/page-title.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { formatDay } from '../texts/format.ts'
import { shareTexts as texts } from '../texts/shared-bag.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { ShareLink } from '../ui/share-link/share-link.tsx'
import { bagPage } from './order-draft.ts'

/** The visitor's own bag as a link, to be sent on. */
export async function loader(args: LoaderFunctionArgs) {
  const { bag } = await visitorOf(args)
  const { links } = args.context.shop.bags
  if (bag.lines.length === 0) throw redirect(bagPage, 303)
  try {
    const url = `${siteOrigin(args)}/sacola/${links.create(bag.lines)}`
    const { name } = args.context.shop.profile
    const shared = { url, lastDay: links.lastDay(), units: bag.lines.length, message: texts.message(name, url) }
    return data(shared, { headers: noStoreHeaders() })
  } catch (error) {
    throw isRefusal(error) ? refusalPage(error) : error
  }
}

export const headers = noStoreHeaders
export const meta = noindexMeta(texts.title)

export default function ShareBagPage() {
  const { url, lastDay, units, message } = useLoaderData<typeof loader>()
  return (
    <div className={stack}>
      <h1>{texts.title}</h1>
      <p className={muted}>{texts.lead(units)}</p>
      <Panel as="div">
        <ShareLink url={url} label={texts.label} hint={texts.lasts(formatDay(lastDay))} message={message} />
      </Panel>
      <p>
        <a href="/checkout/sacola">{texts.back}</a>
      </p>
    </div>
  )
}
