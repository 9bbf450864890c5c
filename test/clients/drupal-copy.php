<?php

declare(strict_types=1);

// Prints what the copy of the Drupal module finds by filters. Standard input has JSON: changes by list, and filters.
require dirname(__DIR__, 2) . '/plugins/drupal/publication_registry/tests/stand_ins.php';

use Drupal\Core\Database\Connection;
use Drupal\publication_registry\DatabaseCopy;

['changes' => $changes, 'filters' => $filters] = json_decode(stream_get_contents(STDIN), true);
$copy = new DatabaseCopy(new Connection());
foreach ($changes as $list => $ofList) {
    $copy->apply($list, new PublicationRegistry\ChangePage($ofList, 'cursor', null, false, true));
}
echo json_encode(array_map(static function (array $given) use ($copy): array {
    try {
        $items = $copy->find(PublicationRegistry\PublicationFilters::parse($given), 100, true);
        return array_map(static fn ($item) => $item->doi() === '' ? $item->title()[0] : $item->doi(), $items);
    } catch (PublicationRegistry\InvalidFilter $failure) {
        return ['refused' => $failure->parameter];
    }
}, $filters));
