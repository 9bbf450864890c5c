<?php

declare(strict_types=1);

namespace PublicationRegistry;

/** The groups of a registry, such as faculties and their departments, for choices. Names are plain: escape them. */
final class GroupTree
{
    /** @var array<string, string> */
    private array $names = [];
    /** @var list<string> the ids of those that belong to none */
    private array $tops = [];
    /** @var array<string, list<string>> ids by that of the group above */
    private array $below = [];

    /**
     * @param iterable<array<string, mixed>> $items as the list `groups` of the API has them
     * @param int|null $nowMs when they belong to each other, in milliseconds since the epoch; null for now
     */
    public function __construct(iterable $items, string $locale = 'en', ?int $nowMs = null)
    {
        $nowMs ??= (int) (microtime(true) * 1000);
        $groups = [];
        foreach ($items as $item) {
            if (is_string($item['id'] ?? null)) {
                $groups[$item['id']] = $item;
                $this->names[$item['id']] = Item::localized($item['name'] ?? null, $locale)[0];
            }
        }
        natcasesort($this->names);
        foreach (array_keys($this->names) as $id) {
            $parents = is_array($groups[$id]['parents'] ?? null) ? $groups[$id]['parents'] : [];
            $current = array_filter($parents, static fn ($parent) => is_array($parent)
                && is_string($parent['id'] ?? null)
                && ($parent['starts_at'] ?? $nowMs) <= $nowMs
                && ($parent['ends_at'] ?? $nowMs + 1) > $nowMs);
            $above = array_intersect(array_column($current, 'id'), array_keys($groups));
            foreach ($above as $parent) {
                $this->below[$parent][] = (string) $id;
            }
            if ($above === []) {
                $this->tops[] = (string) $id;
            }
        }
    }

    /**
     * The groups in the order of the tree, each once, at its first place.
     *
     * @param list<string>|null $wanted ids; null for all
     * @return array<string, string> names by id, with a dash for each of the wanted groups above
     */
    public function choices(?array $wanted = null): array
    {
        [$choices, $seen] = [[], []];
        $wanted = $wanted === null ? $this->names : array_intersect_key($this->names, array_flip($wanted));
        $add = function (string $id, int $level) use (&$add, &$choices, &$seen, $wanted): void {
            if (isset($seen[$id])) {
                return;
            }
            $seen[$id] = true;
            if (isset($wanted[$id])) {
                $choices[$id] = str_repeat("\u{2013} ", $level++) . ($wanted[$id] === '' ? $id : $wanted[$id]);
            }
            foreach ($this->below[$id] ?? [] as $part) {
                $add($part, $level);
            }
        };
        // The others only if they belong to each other in a circle, which the registry excludes.
        foreach ([...$this->tops, ...array_map('strval', array_keys($this->names))] as $id) {
            $add($id, 0);
        }
        return $choices;
    }
}
