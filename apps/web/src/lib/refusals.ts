import { spoken } from './spoken.ts'

/** A sentence that browser and server share, in the language of the screen. */
export async function inSpoken(sentence: string, language = spoken()): Promise<string> {
  if (language === 'en') return sentence
  // Without a network the translation may be out of reach too.
  const known = await import('@mshahara/contract/wording.sw').catch(() => null)
  return known?.inSwahili(sentence) ?? sentence
}
