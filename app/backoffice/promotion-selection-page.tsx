import { muted, row, stack } from '../styles/shared.css.ts'
import { promotionTexts, promotionSelectionTexts as texts } from '../texts/backoffice/products.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { View } from './document.tsx'
import { IntentButton } from './intent-button.tsx'
import { PromotionFields } from './promotion-panel.tsx'
import { SeenState } from './seen-state.tsx'
import {
  createStaffAction,
  createStaffLoader,
  defineStaffForm,
  type StaffRequest,
  showStaffForm,
} from './staff-pages.server.tsx'

const readTerm = ({ url }: StaffRequest) => (url.searchParams.get('busca') ?? '').trim()

const promoteForm = defineStaffForm({
  intent: 'promover-varios',
  schema: ({ backoffice }) => backoffice.forms.PromotionForm,
  run: (request, plan) =>
    request.shop.backoffice.products.promoteSelection(request.actor, readTerm(request), plan, request.seenHash),
  respond: (request, count) => ({
    to: `${request.rootPath}/produtos?${new URLSearchParams({ busca: readTerm(request) })}`,
    flash: texts.savedMessage(count),
  }),
})

export const loader = createStaffLoader(loadView)

export const action = createStaffAction([promoteForm], loadView)

async function loadView(request: StaffRequest): Promise<View> {
  const term = readTerm(request)
  const selection = await request.shop.backoffice.products.selectForPromotion(request.actor, term)
  const { products, matchCount, inStockCount, seenHash } = selection
  const { field, failedForm } = showStaffForm(promoteForm, request, {
    texts: promotionTexts.fields,
    values: { type: 'percent' },
  })
  const excludedCount = matchCount - products.length
  return {
    title: texts.title(term),
    content: (
      <>
        <p>
          {texts.counts(products.length, inStockCount)} {excludedCount > 0 && texts.excluded(excludedCount)}
        </p>
        {products.length > 0 && (
          <Panel as="div">
            <PostForm className={stack}>
              <PromotionFields field={field} />
              <p className={muted}>{texts.replaced}</p>
              <SeenState seenHash={seenHash} failedForm={failedForm} />
              <div className={row}>
                <IntentButton intent="promover-varios" label={texts.save(products.length)} />
              </div>
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
