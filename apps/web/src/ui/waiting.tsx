import { Center, Loader } from '@mantine/core'
import { useLanguage } from '../lib/language.tsx'

/** Shown while texts are fetched too, so its own word is at hand. */
export function Waiting() {
  const loading = useLanguage() === 'sw' ? 'Inapakia' : 'Loading'
  return (
    <Center mih={240} role="status" aria-label={loading}>
      <Loader aria-hidden />
    </Center>
  )
}
