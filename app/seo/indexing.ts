/** Personal pages and forms: not to be indexed. */
const disallowedPathPrefixes = [
  '/api/',
  '/aviso',
  '/cadastro',
  '/cep',
  '/checkout/',
  '/comparar',
  '/confirmar-email',
  '/excluir-conta',
  '/fail-payment/',
  '/favoritos',
  '/filtros/',
  '/login',
  '/medida',
  '/minha-conta',
  '/recuperacao-senha',
  '/sair',
  '/sandbox/',
]

/** Whether a page is kept out of search engines; search results are, too. */
export function isNoindex({ pathname, searchParams }: URL): boolean {
  return disallowedPathPrefixes.some((path) => pathname.startsWith(path)) || searchParams.has('search')
}

export function buildRobotsText(origin: string): string {
  return [
    'User-agent: *',
    ...disallowedPathPrefixes.map((path) => `Disallow: ${path}`),
    'Disallow: /*?*search=',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
