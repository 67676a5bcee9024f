import { packTints } from '../../styles/tokens.css.ts'
import { detectDosageForm, detectPackForm, type PackForm } from '../../texts/presentation.ts'
import { Icon, type IconName } from '../icon/icon.tsx'
import { hasPicture, Picture, type PictureProps } from '../picture/picture.tsx'
import spriteUrl from './packs.svg?url'
import * as css from './product-picture.css.ts'

export type PicturedProduct = { name: string; pictureKey: string; requiresPrescription?: boolean | undefined }

const iconByDosageForm: Record<ReturnType<typeof detectDosageForm>, IconName> = {
  tablet: 'pill',
  drops: 'drop',
  syrup: 'bottle',
  ointment: 'tube',
  other: 'prescription',
}

const tintByPackForm: Record<PackForm, keyof typeof packTints> = {
  bottle: 'blue',
  box: 'green',
  device: 'blue',
  diapers: 'rose',
  dropper: 'amber',
  jar: 'amber',
  pot: 'rose',
  pump: 'blue',
  soap: 'rose',
  tube: 'green',
}

/**
 * A product's picture beside its name; where there is none, a drawing of its pack with the name's first letters. Of a
 * prescription item only its form, as a line: the law allows no picture (RDC 44/2009, art. 54). The letters are no text,
 * which text browsers would print before the name.
 */
export function ProductPicture({ product, ...props }: { product: PicturedProduct } & Omit<PictureProps, 'pictureKey'>) {
  const { name, pictureKey, requiresPrescription } = product
  if (hasPicture(product)) return <Picture pictureKey={pictureKey} {...props} />
  if (requiresPrescription) {
    return (
      <span className={css.outline} aria-hidden>
        <Icon name={iconByDosageForm[detectDosageForm(name)]} />
      </span>
    )
  }
  const packForm = detectPackForm(name)
  return (
    <span className={css.pack} data-label={name.slice(0, 2)} aria-hidden>
      <Pack form={packForm} tint={tintByPackForm[packForm]} />
    </span>
  )
}

export type PackProps = { form: PackForm; tint: keyof typeof packTints }

/** The drawing of a pack, which brings its ground: of any size, clipped by the box that it stands in. */
export function Pack({ form, tint }: PackProps) {
  const [surface, edge] = packTints[tint]
  return (
    <svg color={edge} aria-hidden>
      <g fill={surface}>
        <use href={`${spriteUrl}#${form}`} />
      </g>
    </svg>
  )
}
