import { checkoutStepNames } from '../../texts/bag.ts'
import { Steps } from './steps.tsx'

type PurchaseStepsProps = {
  currentStep: keyof typeof checkoutStepNames
  /** Something in the bag, or in the order, needs a prescription. */
  needsPrescription: boolean
}

/** The steps of a purchase. Until the order is placed, completed steps are links back. */
export function PurchaseSteps({ currentStep, needsPrescription }: PurchaseStepsProps) {
  const steps = [
    { key: 'bag', href: '/checkout/sacola' },
    ...(needsPrescription ? [{ key: 'prescription', href: '/checkout/receita-medica' } as const] : []),
    { key: 'summary' },
    { key: 'payment' },
  ] as const satisfies { key: keyof typeof checkoutStepNames; href?: string }[]
  const isOrderPlaced = currentStep === 'payment'
  return (
    <Steps
      currentIndex={steps.findIndex(({ key }) => key === currentStep)}
      steps={steps.map((step) => ({
        name: checkoutStepNames[step.key],
        href: 'href' in step && !isOrderPlaced ? step.href : undefined,
      }))}
    />
  )
}
