<?php

declare(strict_types=1);

// The archive has the client in `client`. In the repository, it is where it is developed.
require_once is_dir(__DIR__ . '/client')
    ? __DIR__ . '/client/autoload.php'
    : dirname(__DIR__, 3) . '/clients/php/autoload.php';

spl_autoload_register(static function (string $class): void {
    $prefix = 'PublicationRegistry\\WordPress\\';
    $name = substr($class, strlen($prefix));
    if (str_starts_with($class, $prefix) && preg_match('/^\w+$/', $name)) {
        $file = __DIR__ . "/src/$name.php";
        if (is_file($file)) {
            require $file;
        }
    }
});
