import { parseId } from '../http/ids.ts'
import { isShopError } from '../http/responses.server.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { recordTexts as texts } from '../texts/backoffice/records.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { View } from './document.tsx'
import { IntentButton } from './intent-button.tsx'
import { ProductRecordFields } from './product-record-fields.tsx'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import {
  createStaffAction,
  createStaffLoader,
  defineStaffForm,
  redirectWithFlash,
  type StaffRequest,
} from './staff-pages.server.tsx'

/** The one after this, which the page offers; else the list's first. */
const buildNextPath = ({ rootPath, url }: StaffRequest) =>
  `${rootPath}/produtos/completar/${parseId(url.searchParams.get('depois') ?? undefined) || ''}`.replace(/\/$/, '')

const completeForm = defineStaffForm({
  intent: 'completar',
  schema: ({ backoffice }) => backoffice.records.forms.PendingProductForm,
  async run(request, input) {
    const { records } = request.backoffice
    await records.completePending(request.id, input, request.seenHash)
    return input.name
  },
  respond: (request, name) => ({ to: buildNextPath(request), flash: texts.completedMessage(name) }),
})

const leaveOutForm = defineStaffForm({
  intent: 'fora',
  run: ({ backoffice, id, seenHash }) => backoffice.records.leavePendingOut(id, seenHash),
  respond: (request) => ({ to: buildNextPath(request), flash: texts.leftOutMessage }),
})

export const loader = createStaffLoader(loadView)

export const action = createStaffAction([completeForm, leaveOutForm], loadView)

/** Who comes after another person had completed the product is led on to those that still wait. */
async function loadView(request: StaffRequest): Promise<View | Response> {
  try {
    return await loadPendingView(request)
  } catch (error) {
    if (!isShopError(error, 'pending.gone')) throw error
    return redirectWithFlash(request, { to: `${request.rootPath}/produtos/completar`, flash: error.message })
  }
}

async function loadPendingView(request: StaffRequest): Promise<View> {
  const { backoffice, shop, rootPath } = request
  const { product, place, count, previousId, nextId, seenHash } = await backoffice.records.getPending(request.id)
  const branches = await shop.delivery.listBranches()
  const branchNameById = new Map(branches.map(({ id, name }) => [id, name]))
  const hasPrice = product.offers.every(({ priceCents }) => priceCents !== null)
  const { field } = showStaffForm(completeForm, request, {
    texts: { ...texts.fields, ...texts.ruleFields },
    values: { ...shop.backoffice.records.forms.toFormValues(product.suggestion), ean: product.ean ?? '' },
  })
  const listPath = `${rootPath}/produtos/completar`
  return {
    title: texts.pendingTitle,
    header: <p className={muted}>{texts.pendingPlace(place, count)}</p>,
    content: (
      <>
        <nav className={row} aria-label={texts.pendingTitle}>
          {previousId !== null && (
            <ButtonLink variant="outline" href={`${listPath}/${previousId}`}>
              {texts.previous}
            </ButtonLink>
          )}
          {nextId !== null && (
            <ButtonLink variant="outline" href={`${listPath}/${nextId}`} rel="next">
              {texts.next}
            </ButtonLink>
          )}
        </nav>
        <Panel title={product.description}>
          <p className={muted}>
            {texts.tillTitle}: {product.ean ?? texts.noEan}
          </p>
          <ul>
            {product.offers.map(({ branchId, priceCents, stock }) => (
              <li key={branchId}>{texts.tillOffer(branchNameById.get(branchId) ?? '', priceCents, stock)}</li>
            ))}
          </ul>
        </Panel>
        <Panel title={texts.reasonTitle}>
          <p>{texts.reasons[product.reason]}</p>
          <p className={muted}>{texts.pendingHint}</p>
        </Panel>
        <Panel as="div">
          <PostForm className={stack} action={`${listPath}/${product.id}${nextId === null ? '' : `?depois=${nextId}`}`}>
            <ProductRecordFields field={field} categoryPaths={await backoffice.records.listCategoryPaths()} />
            {!hasPrice && <TextField {...field('price')} />}
            <TextField {...field('ruleWords')} />
            <SeenState seenHash={seenHash} />
            <div className={row}>
              <IntentButton intent="completar" label={texts.saveAndNext} />
              <IntentButton intent="fora" label={texts.leaveOut} variant="outline" />
            </div>
          </PostForm>
        </Panel>
      </>
    ),
  }
}
