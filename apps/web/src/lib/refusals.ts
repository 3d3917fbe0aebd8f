import { spoken } from './spoken.ts'

/** A sentence of the server in the language of the screen, where there is a translation. */
export async function inSpoken(sentence: string, language = spoken()): Promise<string> {
  if (language === 'en') return sentence
  // Without a network the translation may be out of reach too.
  const known = await import('./refusals.sw.ts').catch(() => null)
  return known?.inSwahili(sentence) ?? sentence
}
