import { useRouter, useRouterState } from '@tanstack/react-router'
import { home } from './next.ts'
import { mayOpen, type Screen } from './screen.ts'
import { useMaybeProfile } from './session.ts'

/** Where a screen stands: its entry in the menu, and what is one step up from it. */

function usePlaces(): string[] {
  const profile = useMaybeProfile()
  const places = useRouterState({
    select: ({ matches }) => (matches.at(-1)?.staticData as { places?: Screen[] })?.places,
  })
  if (!profile || !places) return []
  return places.filter((screen) => mayOpen(screen, profile)).map(({ path }) => path)
}

/** The menu entry the open screen belongs to. */
export const usePlace = () => usePlaces()[0]

/** One step back; on a page that was opened directly, one step up. */
export function useBack(): () => void {
  const router = useRouter()
  const profile = useMaybeProfile()
  const places = usePlaces()
  const here = useRouterState({ select: ({ location }) => location.pathname })
  const top = profile?.organization_id ? '/dashboard' : profile ? home(profile) : '/login'
  const parent = places.find((path) => path !== here) ?? top
  return () => {
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: parent })
  }
}
