import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loadVisitor } from '../http/visitor.server.ts'
import { buildIndexedPageMeta } from '../seo/page-head.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { formatZipcode } from '../texts/format.ts'
import { formatOpeningStatus, storeTexts as texts } from '../texts/stores.ts'
import { Columns } from '../ui/columns/columns.tsx'
import { toPhoneHref } from '../ui/linkified-text/phone-href.ts'
import { Panel } from '../ui/panel/panel.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { destination } = await loadVisitor(args)
  const { delivery, clock } = args.context.shop
  const stores = await delivery.listPickupStores(destination?.zipcode)
  return {
    stores: stores.map((store) => ({
      ...{ id: store.id, name: store.name, address: store.address, phone: store.phone },
      openingText: formatOpeningStatus(
        { isOpen: store.isOpen, changesAt: delivery.findNextOpeningChange(store) },
        clock.now(),
      ),
    })),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const title = buildPageTitle(matches, texts.title)
  const description = texts.description(data?.stores.length ?? 0)
  return [{ title }, ...buildIndexedPageMeta(matches, { title, description, path: '/lojas' })]
}

/** Every store in which an order may be picked up, the nearest first. */
export default function StoresPage() {
  const { stores } = useLoaderData<typeof loader>()
  return (
    <div className={stack}>
      <h1>{texts.title}</h1>
      {stores.length === 0 && <p>{texts.noStores}</p>}
      <Columns layout="even">
        {stores.map(({ id, name, address, openingText, phone }) => (
          <Panel as="div" key={id}>
            <h2>
              <a href={`/lojas/${id}`}>{name}</a>
            </h2>
            {address && (
              <p>
                {address.street}, {address.number}, {address.neighborhood}, {formatZipcode(address.zipcode)}
              </p>
            )}
            <p className={muted}>
              {openingText}
              {phone && (
                <>
                  <br />
                  <a href={toPhoneHref(phone)}>{phone}</a>
                </>
              )}
            </p>
          </Panel>
        ))}
      </Columns>
    </div>
  )
}
