<?php

declare(strict_types=1);

// For programs without Composer: loads the classes of the client when they are used.
spl_autoload_register(static function (string $class): void {
    $prefix = 'PublicationRegistry\\';
    $name = substr($class, strlen($prefix));
    if (str_starts_with($class, $prefix) && preg_match('/^\w+$/', $name)) {
        $file = __DIR__ . "/src/$name.php";
        if (is_file($file)) {
            require $file;
        }
    }
});
