import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useMatches } from '@remix-run/react'
import { buildIndexedPageMeta } from '../seo/page-head.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { buildAboutArticle, buildBenefitArticle, buildHospitalsArticle } from '../texts/about.ts'
import { buildAccessibilityArticle } from '../texts/accessibility.ts'
import { buildPrivacyPolicyArticle, buildTermsArticle } from '../texts/legal.ts'
import { LinkifiedText } from '../ui/linkified-text/linkified-text.tsx'
import { article } from './article.css.ts'
import { loadPublicProfile } from './public-profile.server.ts'

/** The text pages, by the id of their route. */
const articles = {
  'institutional/benefit-page': { path: '/beneficio', build: buildBenefitArticle },
  'institutional/hospitals-page': { path: '/hospitais-e-clinicas', build: buildHospitalsArticle },
  'institutional/about-page': { path: '/sobre-nos', build: buildAboutArticle },
  'institutional/terms-page': { path: '/termos-e-condicoes', build: buildTermsArticle },
  'institutional/privacy-policy-page': { path: '/privacy-policy.html', build: buildPrivacyPolicyArticle },
  'institutional/accessibility-page': { path: '/acessibilidade', build: buildAccessibilityArticle },
}

function getArticle(matches: { id: string }[]) {
  return articles[matches.at(-1)?.id as keyof typeof articles]
}

export const loader = ({ context }: LoaderFunctionArgs) => loadPublicProfile(context.shop)

/** Only the shop's name where the loader failed. */
export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const { path, build } = getArticle(matches)
  const content = data && build(data)
  return [
    { title: buildPageTitle(matches, content?.title) },
    ...(content ? buildIndexedPageMeta(matches, { title: content.title, description: content.intro, path }) : []),
  ]
}

/** A heading, an introduction, sections of paragraphs and lists. */
export default function ArticlePage() {
  const content = getArticle(useMatches()).build(useLoaderData<typeof loader>())
  return (
    <article className={article}>
      <h1>{content.title}</h1>
      <p>
        <LinkifiedText text={content.intro} />
      </p>
      {content.sections.map(({ id, title, body }) => (
        <section key={title} id={id}>
          <h2>{title}</h2>
          {body.map((block) =>
            typeof block === 'string' ? (
              <p key={block}>
                <LinkifiedText text={block} />
              </p>
            ) : (
              <ul key={block[0]}>
                {block.map((item) => (
                  <li key={item}>
                    <LinkifiedText text={item} />
                  </li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </article>
  )
}
