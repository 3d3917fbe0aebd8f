import { useEffect, useState } from 'react'
import { useLanguage } from '../lib/language.tsx'
import { inSpoken } from '../lib/refusals.ts'

/** A sentence of the server, within a screen, in the language of that screen. */
export function Sentence({ children }: { children: string }) {
  const language = useLanguage()
  const [said, setSaid] = useState('')
  useEffect(() => {
    let current = true
    void inSpoken(children, language).then((sentence) => current && setSaid(sentence))
    return () => {
      current = false
    }
  }, [children, language])
  return language === 'en' ? children : said
}
