import type { ArticleText, PublicProfile } from './article.ts'

/** The accessibility statement (LBI, Lei 13.146/2015, art. 63; ABNT NBR 17225). */
export const buildAccessibilityArticle = (shop: PublicProfile): ArticleText => ({
  title: 'Acessibilidade',
  intro: `A ${shop.name} quer que todas as pessoas comprem aqui com autonomia. Esta página diz o que já fazemos, o que ainda não está bom e como falar com a gente.`,
  sections: [
    {
      title: 'O que seguimos',
      body: [
        'O site segue as Diretrizes de Acessibilidade para Conteúdo Web (WCAG 2.2), nível AA, e a norma ABNT NBR 17225, como pede a Lei Brasileira de Inclusão (Lei nº 13.146/2015, art. 63).',
        [
          'Tudo funciona com teclado, com leitor de tela e sem JavaScript.',
          'Textos podem ser ampliados até 400 % sem rolagem lateral.',
          'As cores têm contraste suficiente, também no modo escuro e no de alto contraste do sistema.',
          'Erros em formulários são ditos em palavras, com um link para cada campo.',
          'Animações param quando o sistema pede menos movimento.',
        ],
      ],
    },
    {
      title: 'O que ainda não está bom',
      body: [
        [
          'Bulas e outros documentos de fabricantes ficam em sites de terceiros e podem não ser acessíveis. Peça ajuda: lemos a bula com você.',
          'Ainda não há tradução para Libras. O atendimento por texto está no link “Ajuda”.',
          'O código Pix em imagem (QR code) não é lido por leitores de tela: use o “copia e cola”, logo abaixo dele.',
        ],
      ],
    },
    {
      title: 'Encontrou uma barreira?',
      body: [
        `Conte para a gente: ${shop.email} ou ${shop.phone}. Diga em que página foi e o que você usa (navegador, leitor de tela). Respondemos em até 5 dias úteis e, enquanto isso, fazemos a compra com você por telefone.`,
      ],
    },
  ],
})
