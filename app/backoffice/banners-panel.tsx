import type { Banner, Category } from '#server/catalogue/types.ts'
import { muted, row, stack, tightStack, visuallyHidden } from '../styles/shared.css.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/merchandising.ts'
import { productPictureTexts } from '../texts/backoffice/products.ts'
import { toCategoryPath } from '../texts/category-path.ts'
import { limits } from '../texts/limits.ts'
import { Button } from '../ui/button/button.tsx'
import { Select, TextField } from '../ui/field/field.tsx'
import type { FormState } from '../ui/field/form-fields.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { Picture } from '../ui/picture/picture.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as merchandisingCss from './merchandising.css.ts'
import { SeenState } from './seen-state.tsx'
import type { FailedForm } from './staff-pages.server.tsx'

/** A new banner as its form would make it, and what was typed into that. */
export type BannerDraft = FormState & { preview: Banner }

type BannersPanelProps = {
  banners: Banner[]
  /** Their hash: each of their forms may depend on all, such as on the order. */
  seenHash: string
  /** The ids of those that have a picture of their own. */
  ownPictureBannerIds: Set<number>
  categories: Category[]
  action: string
  /** What was typed into the form of a new one: refused, or to be looked at first. */
  failedForm: FailedForm | undefined
  draft: BannerDraft | undefined
}

/** The home page's banners in order, each with its form; then a new one's, with its preview. */
export function BannersPanel({
  banners,
  seenHash,
  ownPictureBannerIds,
  categories,
  action,
  failedForm,
  draft,
}: BannersPanelProps) {
  return (
    <Panel title={texts.bannersTitle} id="banners">
      <p className={muted}>{texts.bannersHint}</p>
      {banners.map((banner, index) => (
        <article key={banner.id} className={merchandisingCss.bannerEditor} aria-label={banner.title}>
          <div className={stack}>
            <BannerPreview banner={banner} index={index} />
            <PictureForm
              banner={banner}
              seenHash={seenHash}
              action={action}
              hasOwnPicture={ownPictureBannerIds.has(banner.id)}
              failedForm={
                failedForm?.getFieldValue('id') === String(banner.id) && failedForm.firstErrorFieldId === 'picture'
                  ? failedForm
                  : undefined
              }
            />
          </div>
          <BannerForm
            banner={banner}
            seenHash={seenHash}
            action={action}
            isFirst={index === 0}
            isLast={index === banners.length - 1}
            failedForm={isTextFormOf(banner, failedForm) ? failedForm : undefined}
          />
        </article>
      ))}
      <NewBannerForm
        categories={categories}
        seenHash={seenHash}
        action={action}
        failedForm={failedForm}
        draft={draft}
        index={banners.length}
      />
    </Panel>
  )
}

/** As the home page has it. */
function BannerPreview({ banner, index }: { banner: Banner; index: number }) {
  return (
    <div className={merchandisingCss.bannerPreview} data-small={index > 0 ? (index === 2 ? 'second' : '') : undefined}>
      <b>{banner.title}</b>
      <p>{banner.text}</p>
      <span>{banner.linkText}</span>
      {banner.pictureKey ? <Picture pictureKey={banner.pictureKey} width={160} alt="" /> : <Icon name="flower" />}
    </div>
  )
}

type PictureFormProps = {
  banner: Banner
  seenHash: string
  action: string
  hasOwnPicture: boolean
  failedForm: FailedForm | undefined
}

/** Its own picture: another one, or its product's again. */
function PictureForm({ banner, seenHash, action, hasOwnPicture, failedForm }: PictureFormProps) {
  const hiddenLabel = <span className={visuallyHidden}> {banner.title}</span>
  return (
    <details className={merchandisingCss.disclosure} open={failedForm !== undefined}>
      <summary>
        {productPictureTexts.replacePicture}
        {hiddenLabel}
      </summary>
      <PostForm className={tightStack} encType="multipart/form-data" action={action}>
        <input type="hidden" name="id" value={banner.id} />
        <SeenState seenHash={seenHash} />
        <TextField
          label={productPictureTexts.replacePicture}
          hint={hasOwnPicture ? texts.ownPictureHint : texts.pictureHint}
          id={`foto-${banner.id}`}
          name="picture"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          error={failedForm?.message}
        />
        <div className={row}>
          <Button variant="outline" name="intent" value="foto-banner">
            {productPictureTexts.save}
            {hiddenLabel}
          </Button>
          {hasOwnPicture && (
            <Button variant="text" name="intent" value="tirar-foto-banner">
              {texts.removePicture}
              {hiddenLabel}
            </Button>
          )}
        </div>
      </PostForm>
    </details>
  )
}

type BannerFormProps = {
  banner: Banner
  seenHash: string
  action: string
  isFirst: boolean
  isLast: boolean
  failedForm: FailedForm | undefined
}

/** Whether a form that was refused is the one with this banner's texts, by whichever of its buttons. */
function isTextFormOf({ id }: Banner, failedForm: FailedForm | undefined): boolean {
  return failedForm?.getFieldValue('id') === String(id) && failedForm.getFieldValues('title').length > 0
}

function BannerForm({ banner, seenHash, action, isFirst, isLast, failedForm }: BannerFormProps) {
  const presentValues = { title: banner.title, text: banner.text, link_text: banner.linkText }
  const getValue = (name: keyof typeof presentValues) => failedForm?.getFieldValue(name) ?? presentValues[name]
  const hiddenLabel = <span className={visuallyHidden}> {banner.title}</span>
  return (
    <PostForm className={stack} action={action}>
      <input type="hidden" name="id" value={banner.id} />
      <BannerTextFields
        idSuffix={String(banner.id)}
        values={{ title: getValue('title'), text: getValue('text'), link_text: getValue('link_text') }}
      />
      <SeenState
        seenHash={seenHash}
        failedForm={failedForm}
        presentValues={bannerTextFields.map(({ name, label }) => ({ field: name, label, value: presentValues[name] }))}
      />
      <p className={muted}>{texts.bannerTarget(buildBannerTargetPath(banner))}</p>
      <div className={row}>
        <Button variant="outline" name="intent" value="banner">
          {texts.save}
          {hiddenLabel}
        </Button>
        {!isFirst && (
          <Button variant="text" name="intent" value="subir-banner">
            {texts.moveUp}
            {hiddenLabel}
          </Button>
        )}
        {!isLast && (
          <Button variant="text" name="intent" value="descer-banner">
            {texts.moveDown}
            {hiddenLabel}
          </Button>
        )}
        <Button variant="danger" name="intent" value="tirar-banner">
          {texts.remove}
          {hiddenLabel}
        </Button>
      </div>
    </PostForm>
  )
}

const bannerTextFields = [
  { name: 'title', label: texts.bannerTitle, maxLength: 80 },
  { name: 'text', label: texts.bannerText, maxLength: 200 },
  { name: 'link_text', label: texts.bannerButton, maxLength: 40 },
] as const

type BannerTextFieldsProps = { idSuffix: string; values: Record<(typeof bannerTextFields)[number]['name'], string> }

function BannerTextFields({ idSuffix, values }: BannerTextFieldsProps) {
  return (
    <div className={tightStack}>
      {bannerTextFields.map((field) => (
        <TextField
          key={field.name}
          {...field}
          id={`${field.name}-${idSuffix}`}
          required
          defaultValue={values[field.name]}
        />
      ))}
    </div>
  )
}

function NewBannerForm({
  categories,
  seenHash,
  action,
  failedForm,
  draft,
  index,
}: Omit<BannersPanelProps, 'banners' | 'ownPictureBannerIds'> & { index: number }) {
  const hasNewBannerFormFailed = failedForm?.intent === 'novo-banner' || failedForm?.intent === 'previa-banner'
  const formState = hasNewBannerFormFailed ? failedForm : draft
  const getValue = (name: string) => formState?.getFieldValue(name) ?? ''
  return (
    <details className={merchandisingCss.disclosure} id="novo-banner" open={formState !== undefined}>
      <summary>{texts.newBanner}</summary>
      {hasNewBannerFormFailed && <Message tone="error">{failedForm?.message}</Message>}
      {draft && (
        <div className={tightStack}>
          <p className={muted}>{texts.previewTitle}</p>
          <BannerPreview banner={draft.preview} index={index} />
          <p className={muted}>{texts.bannerTarget(buildBannerTargetPath(draft.preview))}</p>
        </div>
      )}
      <PostForm className={stack} action={action}>
        <BannerTextFields
          idSuffix="novo"
          values={{ title: getValue('title'), text: getValue('text'), link_text: getValue('link_text') }}
        />
        <SeenState seenHash={seenHash} />
        <Select label={texts.target} name="category_path" defaultValue={getValue('category_path')}>
          <option value="">{texts.targetHome}</option>
          {categories.map(({ id, name, slug, subcategories }) => (
            <optgroup key={id} label={name}>
              <option value={slug}>{name}</option>
              {subcategories.map((subcategory) => (
                <option key={subcategory.id} value={`${slug}/${subcategory.slug}`}>
                  {subcategory.name}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        <TextField
          label={texts.targetSku}
          hint={texts.targetSkuHint}
          name="sku"
          maxLength={limits.skuLength}
          isOptional
          defaultValue={getValue('sku')}
        />
        <div className={row}>
          <Button variant="outline" name="intent" value="previa-banner" formAction={`${action}#novo-banner`}>
            {texts.preview}
          </Button>
          <Button variant="outline" name="intent" value="novo-banner">
            {texts.addBanner}
          </Button>
        </div>
      </PostForm>
    </details>
  )
}

function buildBannerTargetPath({ categorySlug, subcategorySlug, productSlug }: Banner): string {
  if (categorySlug) return toCategoryPath(categorySlug, subcategorySlug)
  return productSlug ? `/produto/${productSlug}` : '/'
}
