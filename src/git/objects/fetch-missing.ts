/** The command that brings the objects a partial clone left out. */
export const fetchMissing = 'git fetch --refetch --no-filter'
