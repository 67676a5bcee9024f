import { muted, stack } from '../styles/shared.css.ts'
import { bagPromotionTexts, promotionTexts, promotionSelectionTexts as texts } from '../texts/backoffice/products.ts'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { IntentRow } from './intent-button.tsx'
import { PromotionFields } from './promotion-panel.tsx'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

const readTerm = ({ url }: StaffRequest) => (url.searchParams.get('busca') ?? '').trim()

const promoteForm = defineStaffForm({
  intent: 'promover-varios',
  schema: ({ backoffice }) => backoffice.forms.PromotionForm,
  run: (request, plan) => request.backoffice.products.promoteSelection(readTerm(request), plan, request.seenHash),
  respond: (request, count) => ({
    to: `${request.rootPath}/produtos?${new URLSearchParams({ busca: readTerm(request) })}`,
    flash: texts.savedMessage(count),
  }),
})

const promoteByQuantityForm = defineStaffForm({
  intent: 'promover-quantidade',
  schema: ({ backoffice }) => backoffice.forms.BagPromotionForm,
  run: (request, plan) => request.backoffice.bagPromotions.addBagPromotion(readTerm(request), plan, request.seenHash),
  respond: ({ rootPath }, { productCount }) => ({
    to: `${rootPath}/vitrine#promocoes`,
    flash: texts.savedMessage(productCount),
  }),
})

export const loader = createStaffLoader(loadView)

export const action = createStaffAction([promoteForm, promoteByQuantityForm], loadView)

async function loadView(request: StaffRequest): Promise<View> {
  const term = readTerm(request)
  const selection = await request.backoffice.products.selectForPromotion(term)
  const { products, matchCount, inStockCount, seenHash } = selection
  const { field, failedForm } = showStaffForm(promoteForm, request, {
    texts: promotionTexts.fields,
    values: { type: 'percent' },
  })
  const bagProducts = products.filter(({ isMedicine }) => !isMedicine)
  const quantityForm = showStaffForm(promoteByQuantityForm, request, { texts: bagPromotionTexts.fields })
  const excludedCount = matchCount - products.length
  return {
    title: texts.title(term),
    content: (
      <>
        <p>
          {texts.counts(products.length, inStockCount)} {excludedCount > 0 && texts.excluded(excludedCount)}
        </p>
        {products.length > 0 && (
          <Panel title={bagPromotionTexts.discountTitle}>
            <PostForm className={stack}>
              <PromotionFields field={field} />
              <p className={muted}>{texts.replaced}</p>
              <SeenState seenHash={seenHash} failedForm={failedForm} />
              <IntentRow intent="promover-varios" label={texts.save(products.length)} />
            </PostForm>
          </Panel>
        )}
        {bagProducts.length > 0 && (
          <Panel title={bagPromotionTexts.title}>
            <PostForm className={stack}>
              <p>{bagPromotionTexts.counts(bagProducts.length, products.length - bagProducts.length)}</p>
              <div className={css.promotionFields}>
                <TextField {...quantityForm.field('rule')} />
                <TextField {...quantityForm.field('firstDay')} isOptional={false} />
                <TextField {...quantityForm.field('lastDay')} isOptional={false} />
              </div>
              <SeenState seenHash={seenHash} failedForm={quantityForm.failedForm} />
              <IntentRow intent="promover-quantidade" label={bagPromotionTexts.save} />
            </PostForm>
          </Panel>
        )}
        <Panel title={texts.productsTitle}>
          <ul>
            {products.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </Panel>
      </>
    ),
  }
}
