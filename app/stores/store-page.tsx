import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { parseId } from '../http/ids.ts'
import { getSiteOrigin } from '../http/origin.server.ts'
import { isShopError, throwNotFound } from '../http/responses.server.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { buildIndexedPageMeta } from '../seo/page-head.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { buildStoreJsonLd } from '../seo/structured-data.server.ts'
import { StructuredDataScript } from '../seo/structured-data-script.tsx'
import { describeSeller } from '../shell/seller.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { toIsoDay } from '../texts/dates.ts'
import { formatDay, formatZipcode } from '../texts/format.ts'
import { formatOpeningStatus, formatWeek, storeTexts as texts } from '../texts/stores.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { toPhoneHref } from '../ui/linkified-text/phone-href.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { shop } = args.context
  const [store, { bag, isCovered: isInDeliveryArea }] = await Promise.all([
    shop.delivery.getPickupStore(parseId(args.params.id)).catch(throwStoreNotFound),
    loadVisitor(args),
  ])
  const { name, address, isOpen, weeklyHours, phone, pickupMinutes, pickupDays } = store
  const today = toIsoDay(shop.clock.now())
  const { profile } = shop
  const feeTerms = await shop.delivery.listFeeTerms(store)
  return {
    store: { id: store.id, name, address, phone, pickupMinutes, pickupDays },
    week: formatWeek(weeklyHours),
    openingText: formatOpeningStatus(
      { isOpen, changesAt: shop.delivery.findNextOpeningChange(store) },
      shop.clock.now(),
    ),
    specialDays: Object.entries(store.specialDays)
      .filter(([day]) => day >= today)
      .sort(),
    seller: describeSeller(profile, store),
    hasBagLines: bag.lines.length > 0,
    // Where the shop delivers nowhere, its products and stock are those of the store's place.
    canUseStoreZipcode:
      !isInDeliveryArea && store.address !== null && (await shop.delivery.findBranchId(store.address.zipcode)) !== 0,
    graph: [
      buildStoreJsonLd(store, {
        shopName: profile.name,
        origin: getSiteOrigin(args),
        today,
        fees: shop.delivery.calculateFeeRange(feeTerms, 0),
      }),
    ],
  }
}

/** An address without a store is no form that was refused. */
function throwStoreNotFound(error: unknown): never {
  throw isShopError(error, 'branch.unknown') ? throwNotFound() : error
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return []
  const { id, name, pickupMinutes, pickupDays } = data.store
  const title = buildPageTitle(matches, texts.storeName(name))
  const description = texts.pickupHint(pickupMinutes ?? 0, pickupDays)
  return [{ title }, ...buildIndexedPageMeta(matches, { title, description, path: `/lojas/${id}` })]
}

export default function StorePage() {
  const { store, week, openingText, specialDays, seller, hasBagLines, canUseStoreZipcode, graph } =
    useLoaderData<typeof loader>()
  const { address } = store
  return (
    <div className={stack}>
      <StructuredDataScript graph={graph} />
      <h1>{texts.storeName(store.name)}</h1>
      <p className={muted}>{openingText}</p>
      <Columns layout="aside">
        <Panel as="div">
          <DescriptionList
            items={[
              {
                name: texts.address,
                value: address && (
                  <>
                    {address.street}, {address.number}, {address.neighborhood}
                    <br />
                    {address.city}, {address.state}, {texts.zipcode(formatZipcode(address.zipcode))}
                    <br />
                    <a href={toMapHref(address)}>{texts.map}</a>
                  </>
                ),
              },
              {
                name: texts.hours,
                value: (
                  <>
                    {week.map((line, index) => (
                      <span key={line}>
                        {index > 0 && <br />}
                        {line}
                      </span>
                    ))}
                    {specialDays.map(([day, hours]) => (
                      <span key={day}>
                        <br />
                        {texts.specialHours(formatDay(day), hours)}
                      </span>
                    ))}
                  </>
                ),
              },
              { name: texts.phone, value: store.phone && <a href={toPhoneHref(store.phone)}>{store.phone}</a> },
              { name: texts.pickup, value: texts.pickupHint(store.pickupMinutes ?? 0, store.pickupDays) },
            ]}
          />
          {canUseStoreZipcode && address && (
            <PostForm action="/cep">
              <input type="hidden" name="zipcode" value={address.zipcode} />
              <input type="hidden" name="redirectTo" value={hasBagLines ? `/lojas/${store.id}` : '/categoria'} />
              <Button variant={hasBagLines ? 'outline' : 'solid'} name="intent" value="zipcode">
                {texts.buyHere}
              </Button>
            </PostForm>
          )}
          {hasBagLines && (
            <ButtonLink href={`/checkout/sacola?etapa=resumo&delivery_option=retirada-${store.id}`}>
              {texts.pickUpHere}
            </ButtonLink>
          )}
        </Panel>
        <Panel title={texts.legal}>
          <DescriptionList
            items={[
              { name: texts.cnpj, value: seller.cnpj },
              { name: texts.licence, value: seller.licence },
              { name: texts.afe, value: seller.afe },
              { name: texts.pharmacist, value: `${seller.pharmacist.name}, ${seller.pharmacist.crf}` },
            ]}
          />
        </Panel>
      </Columns>
      <p>
        <a href="/lojas">{texts.allStores}</a>
      </p>
    </div>
  )
}

function toMapHref({ street, number, city }: { street: string; number: string; city: string }): string {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: `${street} ${number}, ${city}` })}`
}
