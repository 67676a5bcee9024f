import { useState } from 'react'
import { muted, row, small, stack, tightStack } from '../styles/shared.css.ts'
import { componentSheetTexts as texts } from '../texts/component-sheet.ts'
import { Badge, DiscountBadge, PrescriptionBadge, StockBadge } from '../ui/badge/badge.tsx'
import { BagLine } from '../ui/bag-line/bag-line.tsx'
import { Breadcrumb } from '../ui/breadcrumb/breadcrumb.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Chip, Chips } from '../ui/chips/chips.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { Countdown } from '../ui/countdown/countdown.tsx'
import { DeliveryTime } from '../ui/delivery-time/delivery-time.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { LazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { Gallery } from '../ui/gallery/gallery.tsx'
import { Icon } from '../ui/icon/icon.tsx'
import { LegalNote } from '../ui/legal-note/legal-note.tsx'
import { Message } from '../ui/message/message.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { NumberedList } from '../ui/numbered-list/numbered-list.tsx'
import { OrderSummary } from '../ui/order-summary/order-summary.tsx'
import { Pagination } from '../ui/pagination/pagination.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PharmacistCard } from '../ui/pharmacist/pharmacist.tsx'
import { Price } from '../ui/price/price.tsx'
import { grid } from '../ui/product-list/grid.css.ts'
import { ProductList } from '../ui/product-list/product-list.tsx'
import { shelf } from '../ui/product-list/shelf.css.ts'
import { ProductPicture } from '../ui/product-picture/product-picture.tsx'
import { QrCode } from '../ui/qr-code/qr-code.tsx'
import { Steps } from '../ui/steps/steps.tsx'
import { Timeline } from '../ui/timeline/timeline.tsx'
import { Toast } from '../ui/toast/toast.tsx'
import { colorTokens, swatches } from './component-sheet.css.ts'
import { FieldSamples } from './field-samples.tsx'
import { createSamplePlaceholders, createSampleProducts } from './sample-products.ts'

const sheetPath = '/sandbox/componentes'

/** Every component in every state, for developers. */
export function ComponentSheet() {
  const products = createSampleProducts(texts.longName)
  return (
    <div className={stack}>
      <h1>{texts.title}</h1>
      <Panel title={texts.colours}>
        <ul className={swatches}>
          {colorTokens.map(({ name, swatchClass }) => (
            <li key={name} className={swatchClass}>
              <span>{name}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={texts.typography}>
        <Price isBig priceCents={12345} />
        <h2>{texts.typeTitle}</h2>
        <p>{texts.typeBody}</p>
        <p className={`${muted} ${small}`}>{texts.typeSmall}</p>
      </Panel>
      <ButtonSamples />
      <FieldSamples />
      <BadgeSamples />
      <Panel title={texts.prices}>
        <Price priceCents={1290} />
        <Price priceCents={1947} fullPriceCents={2290} />
        <Price isBig priceCents={1947} fullPriceCents={2290} />
      </Panel>
      <Panel title={texts.cards}>
        <ProductList layoutClass={grid} products={products} favouriteIds={[60]} returnTo={sheetPath} />
      </Panel>
      <Panel title={texts.shelf}>
        <ProductList layoutClass={shelf} products={products.slice(0, 5)} returnTo={sheetPath} />
      </Panel>
      <Panel title={texts.notices}>
        <div>
          <Notice kind="open" text={texts.openNotice} dismissAction={sheetPath} returnTo={sheetPath} />
          <Notice kind="closed" text={texts.closedNotice} dismissAction={sheetPath} returnTo={sheetPath} />
          <Notice kind="outsideCoverage" text={texts.uncoveredNotice} dismissAction={sheetPath} returnTo={sheetPath} />
        </div>
      </Panel>
      <Panel title={texts.messages}>
        <Message>{texts.pixExpires}</Message>
        <Message tone="ok">{texts.addedMessage}</Message>
        <Message tone="warn">{texts.aboveStockMessage}</Message>
        <Message tone="error">{texts.failedMessage}</Message>
        <Message title={texts.prescriptionSale}>{texts.prescriptionHint}</Message>
      </Panel>
      <OverlaySamples />
      <NavigationSamples />
      <CheckoutSamples />
      <Panel title={texts.gallery}>
        <Columns layout="even">
          <Gallery pictures={[60, '60-2', '60-3'].map((key) => ({ key: String(key), alt: texts.pictureAlt }))} />
          <div className={stack}>
            <DescriptionList items={texts.factItems.map(([name, value]) => ({ name, value }))} />
            <LegalNote warnings={[...texts.warnings]} />
          </div>
        </Columns>
      </Panel>
      <Panel title={texts.empty}>
        <EmptyState
          title={texts.emptyBag}
          headingLevel={3}
          actions={
            <>
              <ButtonLink href="/categoria">{texts.seeProducts}</ButtonLink>
              <ButtonLink variant="outline" href="/minha-conta?section=pedidos">
                {texts.myOrders}
              </ButtonLink>
            </>
          }
        >
          {texts.emptyBagHint}
        </EmptyState>
      </Panel>
    </div>
  )
}

function ButtonSamples() {
  return (
    <Panel title={texts.buttons}>
      <div className={row}>
        <Button>{texts.addToBag}</Button>
        <Button disabled>{texts.disabled}</Button>
        <Button aria-disabled="true">{texts.addingLabel}</Button>
        <Button variant="outline">
          <Icon name="heart" />
          {texts.favourites}
        </Button>
        <Button variant="text">{texts.clearBag}</Button>
        <Button variant="soft">{texts.addToBag}</Button>
        <Button variant="danger">{texts.deleteAccount}</Button>
        <Button variant="outline" size="icon" aria-label={texts.compare}>
          <Icon name="compare" />
        </Button>
      </div>
      <Button size="big">
        <Icon name="bag" />
        {texts.addToBag}
      </Button>
    </Panel>
  )
}

function BadgeSamples() {
  return (
    <Panel title={texts.badges}>
      <div className={row}>
        <DiscountBadge percent={15} />
        <StockBadge stock={23} />
        <StockBadge stock={3} />
        <StockBadge stock={0} />
        <PrescriptionBadge />
        <Badge tone="info" icon="tag">
          {texts.laboratory}
        </Badge>
        <Badge tone="generic">{texts.generic}</Badge>
        <Badge tone="error" icon="warning">
          {texts.uncovered}
        </Badge>
        <Badge>{texts.storeOnly}</Badge>
      </div>
    </Panel>
  )
}

function OverlaySamples() {
  const [toast, setToast] = useState<{ id: number; text: string } | null>(null)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  return (
    <>
      <Panel title={texts.toast}>
        <div data-enhanced>
          <Button onClick={() => setToast({ id: (toast?.id ?? 0) + 1, text: texts.favouriteAdded })}>
            {texts.showToast}
          </Button>
        </div>
        <Toast message={toast} onClose={() => setToast(null)} />
      </Panel>
      <Panel title={texts.dialogs}>
        <div data-enhanced>
          <Button onClick={() => setIsDialogOpen(true)}>{texts.openDialog}</Button>
        </div>
        <LazyDialog
          open={isDialogOpen}
          onOpenChange={setIsDialogOpen}
          pageHref="/cep"
          title={texts.deliveryQuestion}
          size="narrow"
        >
          <p>{texts.zipcodeHint}</p>
          <Button size="big" onClick={() => setIsDialogOpen(false)}>
            {texts.confirmZipcode}
          </Button>
        </LazyDialog>
      </Panel>
    </>
  )
}

function NavigationSamples() {
  return (
    <>
      <Panel title={texts.navigation}>
        <Breadcrumb items={texts.crumbs.map((name) => ({ name, href: `#${name}` }))} />
        <Pagination page={3} pageCount={9} getPageHref={(page) => `?page=${page}`} />
        <Pagination page={1} pageCount={2} getPageHref={(page) => `?page=${page}`} />
      </Panel>
      <Panel title={texts.chips}>
        <Chips
          label={texts.chips}
          items={texts.chipNames.map((name, index) => ({ name, href: `#${name}`, isCurrent: index === 0 }))}
        />
        <div>
          <Chip href={sheetPath} removeLabel={texts.removeFilter}>
            {texts.maxPriceFilter}
          </Chip>
        </div>
      </Panel>
    </>
  )
}

function CheckoutSamples() {
  return (
    <>
      <Panel title={texts.timeline}>
        <Timeline steps={[...texts.timelineSteps]} />
      </Panel>
      <Panel title={texts.placeholders}>
        <Columns layout="even">
          {createSamplePlaceholders().map((product) => (
            <ProductPicture key={product.name} product={product} width={320} alt="" />
          ))}
        </Columns>
      </Panel>
      <PharmacistCard {...texts.pharmacist} hours={[...texts.pharmacist.hours]} />
      <Panel title={texts.steps}>
        <Steps steps={texts.stepNames.map((name) => ({ name, href: sheetPath }))} currentIndex={1} />
      </Panel>
      <Columns layout="aside">
        <Panel title={texts.bagLines}>
          <ul>
            <BagLine
              product={{ id: 60, name: 'Novalgina 1g 10 Comprimidos', pictureKey: '60' }}
              href={sheetPath}
              quantity={2}
              totalCents={3894}
              fullTotalCents={4580}
              badges={<DiscountBadge percent={15} />}
              action={sheetPath}
              stock={23}
            />
            <BagLine
              product={{ id: 23, name: texts.longName, pictureKey: 'receita' }}
              href={sheetPath}
              quantity={1}
              totalCents={9_999_900}
              badges={<PrescriptionBadge />}
              action={sheetPath}
              stock={9}
            />
            <BagLine
              product={{ id: 150, name: 'Protetor Solar Fusion Water 5 Stars FPS 50 50ml', pictureKey: '150' }}
              href={sheetPath}
              quantity={2}
              totalCents={9592}
            />
          </ul>
        </Panel>
        <Panel title={texts.summary} as="aside">
          <OrderSummary
            lines={[
              { label: texts.products, amount: 17460 },
              { label: texts.discounts, amount: -3084 },
              { label: texts.delivery, amount: texts.free },
            ]}
            totalCents={14376}
          />
          <DeliveryTime text="Chega em até 30 minutos" />
          <DeliveryTime text="Entregamos amanhã a partir das 7h" needsPrescription />
        </Panel>
      </Columns>
      <Panel title={texts.pix}>
        <Columns layout="code">
          <QrCode src={sampleQrCodeUrl} alt={texts.qrLabel} />
          <div className={tightStack}>
            <Countdown initialSeconds={1782} />
            <NumberedList items={[...texts.howToPay]} />
          </div>
        </Columns>
      </Panel>
    </>
  )
}

const sampleQrCodeUrl = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 7"><path d="M0 0h7v7H0zm1 1v5h5V1zm1 1h3v3H2z" fill-rule="evenodd"/></svg>',
)}`
