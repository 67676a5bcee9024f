import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type CookieChanges, getCookies } from '../http/cookies.server.ts'
import type { ShopFormContext } from '../http/define-form.server.ts'
import { createShopAction, defineShopForm } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { createFlashMessage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { muted, outdent, spreadRow, stack } from '../styles/shared.css.ts'
import { compareTexts as texts } from '../texts/compare.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { addToCompareList } from './compare-list.ts'
import { CompareTable } from './compare-table.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { catalogue } = args.context.shop
  const { branch } = await loadVisitor(args)
  const ids = getCookies(args).read('compareList') ?? []
  return { products: await catalogue.listFullProducts(branch.id, ids) }
}

const createCompareForm = (
  intent: 'add' | 'remove' | 'clear',
  buildChanges: (context: ShopFormContext, ids: number[]) => MaybeAsyncCookieChanges,
) =>
  defineShopForm({
    intent,
    run: (context) => buildChanges(context, getCookies(context.args).read('compareList') ?? []),
    respond: ({ formData }, changes) => ({ to: safeRedirect(formData.get('redirectTo'), '/comparar'), ...changes }),
  })

type MaybeAsyncCookieChanges = CookieChanges | Promise<CookieChanges>

const readProductId = (formData: FormData) => parseId(formData.get('id'))

export const action = createShopAction(
  createCompareForm('clear', () => ({ compareList: [], flash: createFlashMessage('ok', texts.clearedMessage) })),
  createCompareForm('remove', ({ formData }, ids) => ({
    compareList: ids.filter((other) => other !== readProductId(formData)),
    flash: createFlashMessage('ok', texts.removedMessage),
  })),
  createCompareForm('add', buildAdditionChanges),
)

async function buildAdditionChanges(
  { shop, formData, visitor }: ShopFormContext,
  ids: number[],
): Promise<CookieChanges> {
  const id = readProductId(formData)
  const products = await shop.catalogue.findProducts(visitor.branch.id, [...ids, id])
  if (!products.has(id)) return { flash: createFlashMessage('error', texts.unknown) }
  // Products that the shop no longer has make room.
  const change = addToCompareList(
    ids.filter((other) => products.has(other)),
    id,
  )
  if ('error' in change) return { flash: createFlashMessage('error', texts[change.error]) }
  return { compareList: change.ids, flash: { ...createFlashMessage('ok', texts.addedMessage), leadsTo: 'comparison' } }
}

export const meta: MetaFunction = ({ matches }) => [{ title: buildPageTitle(matches, texts.title) }]

export default function ComparePage() {
  const { products } = useLoaderData<typeof loader>()
  return (
    <div className={stack}>
      <h1>{texts.title}</h1>
      {products.length === 0 ? (
        <EmptyState
          icon="compare"
          title={texts.empty}
          actions={<ButtonLink href="/categoria">{texts.emptyAction}</ButtonLink>}
        >
          {texts.emptyHint}
        </EmptyState>
      ) : (
        <>
          <div className={spreadRow}>
            <p className={muted}>
              {products.length === 1 ? texts.onlyOneProduct : texts.formatTrayCount(products.length)}
            </p>
            <PostForm className={outdent} data-enhanced>
              <Button variant="text" name="intent" value="clear">
                {texts.clear}
              </Button>
            </PostForm>
          </div>
          <CompareTable products={products} />
        </>
      )}
    </div>
  )
}
