import type { Banner, Category } from '#server/catalogue/types.ts'
import { muted, row, stack, tightStack, visuallyHidden } from '../styles/shared.css.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/merchandising.ts'
import { productPictureTexts } from '../texts/backoffice/products.ts'
import { toCategoryPath } from '../texts/category-path.ts'
import { Select, TextField } from '../ui/field/field.tsx'
import type { GetFieldProps } from '../ui/field/field-props.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { Picture } from '../ui/picture/picture.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { ShopMark } from '../ui/shop-mark/shop-mark.tsx'
import { IntentButton } from './intent-button.tsx'
import * as merchandisingCss from './merchandising.css.ts'
import { addBannerForm, changeBannerPictureForm, changeBannerTextsForm } from './merchandising-forms.server.ts'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

type BannersPanelProps = {
  banners: Banner[]
  /** Their hash: each of their forms may depend on all, such as on the order. */
  seenHash: string
  ownPictureBannerIds: Set<number>
  categories: Category[]
  action: string
  /** A new one as its form would make it. */
  preview: Banner | undefined
  request: StaffRequest
}

/** The home page's banners in order, each with its form; then a new one's, with its preview. */
export function BannersPanel({
  banners,
  seenHash,
  ownPictureBannerIds,
  categories,
  action,
  preview,
  request,
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
              request={request}
            />
          </div>
          <BannerForm
            banner={banner}
            seenHash={seenHash}
            action={action}
            isFirst={index === 0}
            isLast={index === banners.length - 1}
            request={request}
          />
        </article>
      ))}
      <NewBannerForm
        categories={categories}
        seenHash={seenHash}
        action={action}
        preview={preview}
        request={request}
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
      {banner.pictureKey ? (
        <Picture pictureKey={banner.pictureKey} width={banner.isPhoto ? 400 : 160} alt="" />
      ) : (
        <ShopMark />
      )}
    </div>
  )
}

type PictureFormProps = {
  banner: Banner
  seenHash: string
  action: string
  hasOwnPicture: boolean
  request: StaffRequest
}

/** Its own picture: another one, or its product's again. */
function PictureForm({ banner, seenHash, action, hasOwnPicture, request }: PictureFormProps) {
  const { field, failedForm } = showStaffForm(changeBannerPictureForm, request, {
    texts: { picture: [productPictureTexts.replacePicture, hasOwnPicture ? texts.ownPictureHint : texts.pictureHint] },
    row: { id: banner.id },
  })
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
        <TextField {...field('picture')} isOptional={false} />
        <div className={row}>
          <IntentButton
            intent="foto-banner"
            label={productPictureTexts.save}
            subject={banner.title}
            variant="outline"
          />
          {hasOwnPicture && (
            <IntentButton
              intent="tirar-foto-banner"
              label={texts.removePicture}
              subject={banner.title}
              variant="text"
            />
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
  request: StaffRequest
}

function BannerForm({ banner, seenHash, action, isFirst, isLast, request }: BannerFormProps) {
  const { field, seenState } = showStaffForm(changeBannerTextsForm, request, {
    texts: texts.bannerTextFields,
    values: banner,
    row: { id: banner.id },
    intents: ['subir-banner', 'descer-banner', 'tirar-banner'],
  })
  return (
    <PostForm className={stack} action={action}>
      <input type="hidden" name="id" value={banner.id} />
      <BannerTextFields field={field} />
      {seenState(seenHash)}
      <p className={muted}>{texts.bannerTarget(buildBannerTargetPath(banner))}</p>
      <div className={row}>
        <IntentButton intent="banner" label={texts.save} subject={banner.title} variant="outline" />
        {!isFirst && <IntentButton intent="subir-banner" label={texts.moveUp} subject={banner.title} variant="text" />}
        {!isLast && (
          <IntentButton intent="descer-banner" label={texts.moveDown} subject={banner.title} variant="text" />
        )}
        <IntentButton intent="tirar-banner" label={texts.remove} subject={banner.title} variant="danger" />
      </div>
    </PostForm>
  )
}

function BannerTextFields({ field }: { field: GetFieldProps<keyof typeof texts.bannerTextFields> }) {
  return (
    <div className={tightStack}>
      <TextField {...field('title')} />
      <TextField {...field('text')} />
      <TextField {...field('linkText')} />
    </div>
  )
}

function NewBannerForm({
  categories,
  seenHash,
  action,
  preview,
  request,
  index,
}: Omit<BannersPanelProps, 'banners' | 'ownPictureBannerIds'> & { index: number }) {
  const { field, failedForm } = showStaffForm(addBannerForm, request, {
    texts: { ...texts.bannerTextFields, ...texts.bannerTargetFields },
    intents: ['previa-banner'],
  })
  return (
    <details className={merchandisingCss.disclosure} id="novo-banner" open={failedForm !== undefined}>
      <summary>{texts.newBanner}</summary>
      {preview && (
        <div className={tightStack}>
          <p className={muted}>{texts.previewTitle}</p>
          <BannerPreview banner={preview} index={index} />
          <p className={muted}>{texts.bannerTarget(buildBannerTargetPath(preview))}</p>
        </div>
      )}
      <PostForm className={stack} action={action}>
        <BannerTextFields field={field} />
        <SeenState seenHash={seenHash} />
        <Select {...field('categoryPath')} isOptional={false}>
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
        <TextField {...field('sku')} />
        <div className={row}>
          <IntentButton
            intent="previa-banner"
            label={texts.preview}
            variant="outline"
            formAction={`${action}#novo-banner`}
          />
          <IntentButton intent="novo-banner" label={texts.addBanner} variant="outline" />
        </div>
      </PostForm>
    </details>
  )
}

function buildBannerTargetPath({ categorySlug, subcategorySlug, productSlug }: Banner): string {
  if (categorySlug) return toCategoryPath(categorySlug, subcategorySlug)
  return productSlug ? `/produto/${productSlug}` : '/'
}
