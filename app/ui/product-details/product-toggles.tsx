import type { MouseEvent } from 'react'
import { outdent, row } from '../../styles/shared.css.ts'
import { componentTexts } from '../../texts/components.ts'
import { productTexts as texts } from '../../texts/product.ts'
import { Button, ButtonLink } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { PostForm } from '../post-form/post-form.tsx'
import type { ProductView } from './product-view.ts'

type ProductTogglesProps = {
  product: Pick<ProductView, 'id' | 'slug'>
  isFavourite: boolean
  isCompared: boolean
  /** In a dialog over a list, where favourites are hidden (specification, section 2). */
  isInQuickView: boolean
  returnTo: string | undefined
}

/** Favourites and compare, each a form with one toggle button; and the link to send on. */
export function ProductToggles({
  product: { id, slug },
  isFavourite,
  isCompared,
  isInQuickView,
  returnTo = `/produto/${slug}`,
}: ProductTogglesProps) {
  const toggles = [
    {
      action: '/favoritos',
      isOn: isFavourite,
      icon: isFavourite ? 'heart-full' : 'heart',
      name: isFavourite ? componentTexts.removeFavourite : componentTexts.addFavourite,
    },
    {
      action: '/comparar',
      isOn: isCompared,
      icon: 'compare',
      name: isCompared ? texts.removeFromComparison : texts.compare,
    },
  ] as const
  return (
    <div className={`${row} ${outdent}`}>
      {toggles.slice(isInQuickView ? 1 : 0).map(({ action, isOn, icon, name }) => (
        <PostForm key={action} action={action} data-enhanced>
          <input type="hidden" name="redirectTo" value={returnTo} />
          {isOn && <input type="hidden" name="intent" value="remove" />}
          <Button variant="text" name="id" value={id}>
            <Icon name={icon} />
            {name}
          </Button>
        </PostForm>
      ))}
      {!isInQuickView && (
        <ButtonLink
          variant="text"
          href={`/produto/${slug}/compartilhar`}
          onClick={(event) => handleShareClick(event, slug)}
        >
          <Icon name="upload" />
          {texts.share}
        </ButtonLink>
      )}
    </div>
  )
}

/** The device's own sheet, where there is one; else the link's page. */
function handleShareClick(event: MouseEvent<HTMLAnchorElement>, slug: string): void {
  if (!('share' in navigator)) return
  event.preventDefault()
  // Dismissing the share sheet is not an error.
  navigator.share({ url: new URL(`/produto/${slug}`, location.href).href }).catch(() => {})
}
