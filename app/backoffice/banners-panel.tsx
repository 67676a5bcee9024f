import type { Banner, Category } from '#server/catalogue/shapes.ts'
import { muted, row, stack, tightStack, visuallyHidden } from '../styles/shared.css.ts'
import { pictureTexts } from '../texts/backoffice/products.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/window.ts'
import { categoryPath } from '../texts/category-path.ts'
import { Button } from '../ui/button/button.tsx'
import { Select, TextField } from '../ui/field/field.tsx'
import type { FormState } from '../ui/field/form-fields.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { Picture } from '../ui/picture/picture.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { FailedForm } from './staff-pages.server.tsx'
import * as windowCss from './window.css.ts'

/** A new banner as its form would make it, and what was typed into that. */
export type DraftedBanner = FormState & { preview: Banner }

type PanelProps = {
  banners: Banner[]
  /** The ids of those that have a picture of their own. */
  withOwnPicture: Set<number>
  categories: Category[]
  action: string
  /** What was typed into the form of a new one: refused, or to be looked at first. */
  failedForm: FailedForm | undefined
  drafted: DraftedBanner | undefined
}

/** The home page's banners in order, each with its form; then a new one's, with its preview. */
export function BannersPanel({ banners, withOwnPicture, categories, action, failedForm, drafted }: PanelProps) {
  return (
    <Panel title={texts.bannersTitle} id="banners">
      <p className={muted}>{texts.bannersHint}</p>
      {banners.map((banner, at) => (
        <article key={banner.id} className={windowCss.bannerEdit} aria-label={banner.title}>
          <div className={stack}>
            <Preview banner={banner} at={at} />
            <PictureForm
              banner={banner}
              action={action}
              isOwn={withOwnPicture.has(banner.id)}
              failedForm={
                failedForm?.fieldValue('id') === String(banner.id) && failedForm.field === 'foto'
                  ? failedForm
                  : undefined
              }
            />
          </div>
          <BannerForm banner={banner} action={action} isFirst={at === 0} isLast={at === banners.length - 1} />
        </article>
      ))}
      <NewBannerForm
        categories={categories}
        action={action}
        failedForm={failedForm}
        drafted={drafted}
        at={banners.length}
      />
    </Panel>
  )
}

/** As the home page has it. */
function Preview({ banner, at }: { banner: Banner; at: number }) {
  return (
    <div className={windowCss.preview} data-small={at > 0 ? (at === 2 ? 'second' : '') : undefined}>
      <b>{banner.title}</b>
      <p>{banner.text}</p>
      <span>{banner.linkText}</span>
      {banner.pictureKey ? <Picture pictureKey={banner.pictureKey} width={160} alt="" /> : <Icon name="flower" />}
    </div>
  )
}

type PictureFormProps = { banner: Banner; action: string; isOwn: boolean; failedForm: FailedForm | undefined }

/** Its own picture: another one, or its product's again. */
function PictureForm({ banner, action, isOwn, failedForm }: PictureFormProps) {
  const named = <span className={visuallyHidden}> {banner.title}</span>
  return (
    <details className={windowCss.fold} open={failedForm !== undefined}>
      <summary>
        {pictureTexts.file}
        {named}
      </summary>
      <PostForm className={tightStack} encType="multipart/form-data" action={action}>
        <input type="hidden" name="id" value={banner.id} />
        <TextField
          label={pictureTexts.file}
          hint={isOwn ? texts.ownPictureHint : texts.pictureHint}
          id={`foto-${banner.id}`}
          name="foto"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          error={failedForm?.message}
        />
        <div className={row}>
          <Button variant="outline" name="intent" value="foto-banner">
            {pictureTexts.save}
            {named}
          </Button>
          {isOwn && (
            <Button variant="text" name="intent" value="tirar-foto-banner">
              {texts.removePicture}
              {named}
            </Button>
          )}
        </div>
      </PostForm>
    </details>
  )
}

type BannerFormProps = { banner: Banner; action: string; isFirst: boolean; isLast: boolean }

function BannerForm({ banner, action, isFirst, isLast }: BannerFormProps) {
  const named = <span className={visuallyHidden}> {banner.title}</span>
  return (
    <PostForm className={stack} action={action}>
      <input type="hidden" name="id" value={banner.id} />
      <BannerWords
        of={String(banner.id)}
        values={{ titulo: banner.title, texto: banner.text, botao: banner.linkText }}
      />
      <p className={muted}>{texts.leadsTo(pathOf(banner))}</p>
      <div className={row}>
        <Button variant="outline" name="intent" value="banner">
          {texts.save}
          {named}
        </Button>
        {!isFirst && (
          <Button variant="text" name="intent" value="subir-banner">
            {texts.moveUp}
            {named}
          </Button>
        )}
        {!isLast && (
          <Button variant="text" name="intent" value="descer-banner">
            {texts.moveDown}
            {named}
          </Button>
        )}
        <Button variant="danger" name="intent" value="tirar-banner">
          {texts.remove}
          {named}
        </Button>
      </div>
    </PostForm>
  )
}

const words = [
  { name: 'titulo', label: texts.bannerTitle, maxLength: 80 },
  { name: 'texto', label: texts.bannerText, maxLength: 200 },
  { name: 'botao', label: texts.bannerButton, maxLength: 40 },
] as const

type BannerWordsProps = { of: string; values: Record<(typeof words)[number]['name'], string> }

function BannerWords({ of, values }: BannerWordsProps) {
  return (
    <div className={tightStack}>
      {words.map((field) => (
        <TextField key={field.name} {...field} id={`${field.name}-${of}`} required defaultValue={values[field.name]} />
      ))}
    </div>
  )
}

function NewBannerForm({
  categories,
  action,
  failedForm,
  drafted,
  at,
}: Omit<PanelProps, 'banners' | 'withOwnPicture'> & { at: number }) {
  const isFailed = failedForm?.form === 'novo-banner' || failedForm?.form === 'previa-banner'
  const again = isFailed ? failedForm : drafted
  const valueFor = (name: string) => again?.fieldValue(name) ?? ''
  return (
    <details className={windowCss.fold} id="novo-banner" open={again !== undefined}>
      <summary>{texts.newBanner}</summary>
      {isFailed && <Message tone="error">{failedForm?.message}</Message>}
      {drafted && (
        <div className={tightStack}>
          <p className={muted}>{texts.previewTitle}</p>
          <Preview banner={drafted.preview} at={at} />
          <p className={muted}>{texts.leadsTo(pathOf(drafted.preview))}</p>
        </div>
      )}
      <PostForm className={stack} action={action}>
        <BannerWords
          of="novo"
          values={{ titulo: valueFor('titulo'), texto: valueFor('texto'), botao: valueFor('botao') }}
        />
        <Select label={texts.target} name="destino" defaultValue={valueFor('destino')}>
          <option value="">{texts.targetHome}</option>
          {categories.map(({ id, name, slug, subcategories }) => (
            <optgroup key={id} label={name}>
              <option value={slug}>{name}</option>
              {subcategories.map((child) => (
                <option key={child.id} value={`${slug}/${child.slug}`}>
                  {child.name}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        <TextField
          label={texts.targetSku}
          hint={texts.targetSkuHint}
          name="sku"
          maxLength={40}
          optional
          defaultValue={valueFor('sku')}
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

function pathOf({ categorySlug, subcategorySlug, productSlug }: Banner): string {
  if (categorySlug) return categoryPath(categorySlug, subcategorySlug)
  return productSlug ? `/produto/${productSlug}` : '/'
}
