import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { forgetAnalyticsDevice } from '../http/analytics.server.ts'
import { getCookies } from '../http/cookies.server.ts'
import { createShopAction, defineShopForm } from '../http/handle-forms.server.ts'
import { createFlashMessage } from '../http/responses.server.ts'
import { buildIndexedPageMeta } from '../seo/page-head.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { privacyTexts as texts } from '../texts/privacy.ts'
import { Button } from '../ui/button/button.tsx'
import { FieldSet } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'

export function loader({ request, context }: LoaderFunctionArgs) {
  return { consent: getCookies({ request, context }).read('consent') }
}

export const action = createShopAction(
  defineShopForm({
    intent: 'choose',
    schema: () => z.object({ consent: z.enum(['analytics', 'none']).catch('none') }),
    async run({ args }, { consent }) {
      if (consent === 'none') await forgetAnalyticsDevice(args)
      return consent
    },
    respond: (_, consent) => ({
      to: '/privacidade',
      consent,
      flash: createFlashMessage('ok', texts.savedMessages[consent]),
    }),
  }),
)

export const meta: MetaFunction = ({ matches }) => [
  { title: buildPageTitle(matches, texts.title) },
  ...buildIndexedPageMeta(matches, { title: texts.title, path: '/privacidade' }),
]

export default function ConsentPage() {
  const { consent } = useLoaderData<typeof loader>()
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      <Panel title={texts.factsTitle}>
        {texts.factList.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
        <PostForm className={stack}>
          <FieldSet legend={texts.consentLegend}>
            <RadioCard
              label={texts.allow}
              name="consent"
              value="analytics"
              defaultChecked={consent === 'analytics'}
              required
            />
            <RadioCard label={texts.refuse} name="consent" value="none" defaultChecked={consent === 'none'} required />
          </FieldSet>
          <Button size="big">{texts.submit}</Button>
        </PostForm>
      </Panel>
      <p>
        <a href="/privacy-policy.html">{texts.seePolicy}</a>
      </p>
    </div>
  )
}
