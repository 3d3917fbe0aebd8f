import { useRouterState } from '@tanstack/react-router'

/** The menu entry the open screen belongs to. */
export const usePlace = () =>
  useRouterState({
    select: ({ matches }) => (matches.at(-1)?.staticData as { place?: string } | undefined)?.place,
  })
