import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { submitForm } from '../http/forms.server.ts'
import { parseId } from '../http/ids.ts'
import { readForm } from '../http/read-form.server.ts'
import { flashMessage, noStoreHeaders, refusalPage, seeOther } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { visitorOf } from '../http/visitor.server.ts'
import { titleOf } from '../seo/page-title.ts'
import { muted, outdent, spread, visuallyHidden } from '../styles/shared.css.ts'
import { loginTexts } from '../texts/account.ts'
import { listingTexts } from '../texts/catalogue.ts'
import { favouriteTexts as texts } from '../texts/favourites.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { accountField } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { cardOf } from '../ui/product-card/product-card.tsx'
import { grid } from '../ui/product-list/grid.css.ts'
import { ProductList } from '../ui/product-list/product-list.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await requireCustomer(args)
  const { customer, branch } = visitor
  const { shop } = args.context
  const favourites = await shop.wishlist.listFavourites(customer.id).catch(refusalPage)
  const products = await shop.catalogue.findProducts(branch.id, favourites)
  const cards = favourites.flatMap((id) => products.get(id) ?? []).map((product) => cardOf(product, visitor))
  return { favourites, products: cards }
}

export async function action(args: ActionFunctionArgs) {
  const { context, request } = args
  const { wishlist } = context.shop
  const form = await readForm(request)
  const returnTo = safeRedirect(form.get('redirectTo'), '/favoritos')
  const { customer } = await visitorOf(args)
  if (!customer) return askToSignIn(context, form, returnTo)

  const intent = form.get('intent')
  if (intent === 'clear') {
    await wishlist.clearFavourites(customer.id)
    return seeOther(context, returnTo, { flash: flashMessage('ok', texts.cleared) })
  }
  const removes = intent === 'remove'
  const outcome = await submitForm(args, wishlist.forms.Favourite, form, ({ productId }) =>
    removes ? wishlist.removeFavourite(customer.id, productId) : wishlist.addFavourite(customer.id, productId),
  )
  if ('refusal' in outcome) return outcome.refusal
  return seeOther(context, returnTo, { flash: flashMessage('ok', removes ? texts.removed : texts.added) })
}

/** Keeps a visitor's favourite in a cookie while they sign in (`signing-in.server.ts`). */
function askToSignIn(context: AppLoadContext, form: FormData, returnTo: string): Response {
  const productId = parseId(form.get('id'))
  const account = String(form.get(accountField) ?? '')
  const isWish = form.get('intent') === null && productId > 0
  return seeOther(context, '/login?redirectTo=/favoritos', {
    pendingFavourite: isWish ? { productId, returnTo, account } : undefined,
    flash: flashMessage('info', account === '' ? texts.signIn : loginTexts.sessionEnded),
  })
}

export const headers = noStoreHeaders

export const meta: MetaFunction = ({ matches }) => [{ title: titleOf(matches, texts.title) }]

export default function FavouritesPage() {
  const { favourites, products } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refusal = answer && 'result' in answer ? Object.values(answer.result.error ?? {}).map(String)[0] : undefined
  return (
    <>
      <h1>{texts.title}</h1>
      {refusal && (
        <Message tone="error" role="alert">
          {refusal}
        </Message>
      )}
      {products.length === 0 ? (
        <EmptyState
          icon="heart"
          title={texts.empty}
          actions={<ButtonLink href="/categoria">{texts.emptyAction}</ButtonLink>}
        >
          {texts.emptyHint}
        </EmptyState>
      ) : (
        <>
          <div className={spread}>
            <p className={muted}>{texts.count(products.length)}</p>
            <PostForm className={outdent} data-enhanced>
              <Button variant="text" name="intent" value="clear">
                {texts.clear}
              </Button>
            </PostForm>
          </div>
          <h2 className={visuallyHidden}>{listingTexts.products}</h2>
          <ProductList layout={grid} products={products} favourites={favourites} returnTo="/favoritos" eager={4} />
        </>
      )}
    </>
  )
}
