import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import type { ShopFormContext } from '../http/define-form.server.ts'
import { createShopAction, defineCustomerForm, withRequiredCustomer } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { buildNoStoreHeaders, createFlashMessage, seeOther, throwAsErrorPage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { muted, outdent, spreadRow, visuallyHidden } from '../styles/shared.css.ts'
import { loginTexts } from '../texts/account.ts'
import { listingTexts } from '../texts/catalogue.ts'
import { favouriteTexts as texts } from '../texts/favourites.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { accountFieldName, toFormState } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { toCardProduct } from '../ui/product-card/product-card.tsx'
import { grid } from '../ui/product-list/grid.css.ts'
import { ProductList } from '../ui/product-list/product-list.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await requireCustomer(args)
  const { customer, branch } = visitor
  const { shop } = args.context
  const favouriteIds = await shop.wishlist.listFavourites(customer.id).catch(throwAsErrorPage)
  const products = await shop.catalogue.findProducts(branch.id, favouriteIds)
  const cardProducts = favouriteIds
    .flatMap((id) => products.get(id) ?? [])
    .map((product) => toCardProduct(product, visitor))
  return { favouriteIds, products: cardProducts }
}

const clearFavouritesForm = withRequiredCustomer(
  defineCustomerForm({
    intent: 'clear',
    run: ({ shop, visitor }) => shop.wishlist.clearFavourites(visitor.customer.id),
    respond: ({ formData }) => ({
      to: readRedirectTo(formData),
      flash: createFlashMessage('ok', texts.clearedMessage),
    }),
  }),
  redirectGuestToSignIn,
)

const createFavouriteForm = (intent: 'add' | 'remove') =>
  withRequiredCustomer(
    defineCustomerForm({
      intent,
      schema: ({ wishlist }) => wishlist.forms.FavouriteSchema,
      fields: { productId: 'id' },
      run: ({ shop: { wishlist }, visitor: { customer } }, { productId }) =>
        intent === 'add'
          ? wishlist.addFavourite(customer.id, productId)
          : wishlist.removeFavourite(customer.id, productId),
      respond: ({ formData }) => ({
        to: readRedirectTo(formData),
        flash: createFlashMessage('ok', intent === 'add' ? texts.addedMessage : texts.removedMessage),
      }),
    }),
    redirectGuestToSignIn,
  )

export const action = createShopAction(clearFavouritesForm, createFavouriteForm('remove'), createFavouriteForm('add'))

const readRedirectTo = (form: FormData) => safeRedirect(form.get('redirectTo'), '/favoritos')

/** Keeps a visitor's favourite in a cookie while they sign in (`sign-in.server.ts`). */
function redirectGuestToSignIn({ args, formData, visitor }: ShopFormContext) {
  if (visitor.customer) return {}
  const productId = parseId(formData.get('id'))
  const accountTag = String(formData.get(accountFieldName) ?? '')
  const isAddition = formData.get('intent') === null && productId > 0
  throw seeOther(args.context, '/login?redirectTo=/favoritos', {
    pendingFavourite: isAddition ? { productId, returnTo: readRedirectTo(formData), account: accountTag } : undefined,
    flash: createFlashMessage('info', accountTag === '' ? texts.signIn : loginTexts.signInAgain),
  })
}

export const headers = buildNoStoreHeaders

export const meta: MetaFunction = ({ matches }) => [{ title: buildPageTitle(matches, texts.title) }]

export default function FavouritesPage() {
  const { favouriteIds, products } = useLoaderData<typeof loader>()
  const { message: errorMessage } = toFormState(useActionData<typeof action>())
  return (
    <>
      <h1>{texts.title}</h1>
      {errorMessage && (
        <Message tone="error" role="alert">
          {errorMessage}
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
          <div className={spreadRow}>
            <p className={muted}>{texts.count(products.length)}</p>
            <PostForm className={outdent} data-enhanced>
              <Button variant="text" name="intent" value="clear">
                {texts.clear}
              </Button>
            </PostForm>
          </div>
          <h2 className={visuallyHidden}>{listingTexts.products}</h2>
          <ProductList
            layoutClass={grid}
            products={products}
            favouriteIds={favouriteIds}
            returnTo="/favoritos"
            eagerPictureCount={4}
          />
        </>
      )}
    </>
  )
}
